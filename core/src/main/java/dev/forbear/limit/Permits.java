package dev.forbear.limit;

/**
 * How many attempts may be under way at once at one target.
 *
 * <p>An attempt that was given up counts until it has truly ended: the provider still works on it. A wait between attempts
 * holds none.
 *
 * <p>Not thread-safe: one owner changes it.
 */
public final class Permits {

  private final int limit;
  private int taken;

  /**
   * All permits free.
   *
   * @param limit attempts at once, at least 1; {@link Long#MAX_VALUE} for no limit
   */
  public Permits(long limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("concurrency limit must be >= 1, was " + limit);
    }
    // Two thousand million at once are no limit, and JavaScript is slow with 64 bits.
    this.limit = (int) Math.min(Integer.MAX_VALUE, limit);
  }

  /** Takes one; false when all are taken. */
  public boolean acquire() {
    if (taken >= limit) {
      return false;
    }
    taken++;
    return true;
  }

  /** Gives one back. */
  public void release() {
    if (taken == 0) {
      throw new IllegalStateException("a permit was given back that nobody had");
    }
    taken--;
  }

  /** How many are taken. */
  public long taken() {
    return taken;
  }
}
