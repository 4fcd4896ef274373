package dev.forbear.plan;

/** A continuous wait that does not depend on those before it. */
final class SmoothStage implements Stage {

  private final SmoothSum before;
  private final WaitLaw wait;
  private final SmoothSum sum;
  private final double gateMs;

  /** The room between the gate and the least sum, for what waits add above their least values. */
  private final double roomMs;

  SmoothStage(SmoothSum before, WaitLaw wait, double gateMs) {
    this.before = before;
    this.wait = wait;
    this.sum = before.plus(wait);
    this.gateMs = gateMs;
    this.roomMs = sum.over(gateMs);
  }

  @Override
  public SmoothSum sum() {
    return sum;
  }

  @Override
  public double waitedMs() {
    if (Ranges.fits(sum.maxMs(), gateMs)) {
      return wait.meanMs();
    }
    double width = wait.widthMs();
    double least = wait.minMs() * sum.at(gateMs);
    if (width == 0) {
      return least;
    }
    // E[U; U <= room - Y] for U uniform on the width, integrated by parts.
    double moment = before.above().momentBetween(roomMs - width, roomMs) / width;
    return least + (1 - wait.atMin()) * moment;
  }

  @Override
  public double stoppedBy(double earlierMs) {
    double earlier = before.at(earlierMs);
    if (Ranges.fits(sum.maxMs(), gateMs)) {
      return 0;
    }
    double over = Math.min(before.over(earlierMs), roomMs);
    double started = wait.atMin() * before.above().at(over);
    if (wait.atMin() < 1) {
      started += (1 - wait.atMin()) * startedAfterSpread(over);
    }
    return Math.max(0, earlier - started);
  }

  /** P(Y <= over, Y + U <= room), Y the sum before, U uniform on the width. */
  private double startedAfterSpread(double over) {
    PanelCdf above = before.above();
    double width = wait.widthMs();
    double certain = roomMs - width;
    if (over <= certain) {
      return above.at(over);
    }
    double area = above.areaTo(over) - above.areaTo(certain);
    return ((roomMs - over) * above.at(over) + area) / width;
  }
}
