package dev.forbear.limit;

/**
 * The state of a {@link RetryBudget}.
 *
 * <p>Not thread-safe: one owner changes it.
 */
public final class RetryTokens {

  /** Millionths: a tenth ten times is one, which doubles would miss. */
  private static final double TOKEN = 1e6;

  private final double deposit;
  private final double capacity;
  private double level;

  RetryTokens(RetryBudget budget) {
    this.deposit = Math.floor(budget.ratio() * TOKEN + 0.5);
    this.capacity = Math.floor(budget.capacity() * TOKEN + 0.5);
    this.level = capacity;
  }

  /** A task of this target has succeeded. */
  public void deposit() {
    level = Math.min(capacity, level + deposit);
  }

  /** Takes the token of one further attempt; false when there is none, and then the attempt must not be made. */
  public boolean withdraw() {
    if (level < TOKEN) {
      return false;
    }
    level -= TOKEN;
    return true;
  }

  /** Gives the token of an attempt back that was not made after all. */
  public void giveBack() {
    level = Math.min(capacity, level + TOKEN);
  }

  /** Tokens left, at least 0. */
  public double tokens() {
    return level / TOKEN;
  }
}
