package dev.forbear.simulate;

/**
 * One stream of chance, the same on every machine and in the browser.
 *
 * <p>xoshiro128++ 1.0 (D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM TOMS 47, 2021): 32 bits
 * at a time, because JavaScript is fast with those and slow with 64. Nothing here uses logarithms, whose last digit differs
 * between machines.
 */
final class Chance {

  private static final double UNIT = 0x1p-53;

  private int s0;
  private int s1;
  private int s2;
  private int s3;

  /**
   * A stream of its own for every pair.
   *
   * @param seed of the world
   * @param stream which of its streams
   */
  Chance(long seed, int stream) {
    // SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014), as the authors of xoshiro advise:
    // seeds that differ in one bit
    // lead to states that have nothing in common.
    long first = mix(seed + mix(stream + 0x9E3779B97F4A7C15L));
    long second = mix(first + 0x9E3779B97F4A7C15L);
    s0 = (int) (first >>> 32);
    s1 = (int) first;
    s2 = (int) (second >>> 32);
    s3 = (int) second | 1; // never all zero
  }

  /** A stream that goes on from that state, which must not be all zero. */
  Chance(int s0, int s1, int s2, int s3) {
    this.s0 = s0;
    this.s1 = s1;
    this.s2 = s2;
    this.s3 = s3;
  }

  /** At least 0 and less than 1, 53 bits of it. */
  double next() {
    int high = bits() >>> 5;
    int low = bits() >>> 6;
    return (high * 0x1p26 + low) * UNIT;
  }

  /** Whether something happens that has this probability. */
  boolean happens(double probability) {
    return next() < probability;
  }

  /**
   * Exponential with mean 1, by comparisons only.
   *
   * <p>Source: J. von Neumann, "Various Techniques Used in Connection With Random Digits", 1951. A run of falling numbers
   * ends after an odd count with the probability that the density asks for; each run that does not adds one to the result.
   */
  double exponential() {
    double whole = 0;
    while (true) {
      double first = next();
      double last = first;
      boolean isOdd = true;
      for (double drawn = next(); drawn < last; drawn = next()) {
        last = drawn;
        isOdd = !isOdd;
      }
      if (isOdd) {
        return whole + first;
      }
      whole++;
    }
  }

  /** The next 32 bits. */
  int bits() {
    int result = Integer.rotateLeft(s0 + s3, 7) + s0;
    int shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = Integer.rotateLeft(s3, 11);
    return result;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
