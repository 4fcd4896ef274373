package dev.forbear.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Map;
import java.util.TreeMap;

/** The textbook form of a sum of uniform waits, with enough digits that its cancellation does not matter. */
final class IrwinHall {

  /** Waits of very different widths lose some 200 digits, and so do 59 of the same. */
  private static final int DIGITS = 250;

  private static final int DIGITS_PER_WAIT = 4;

  private final Map<BigDecimal, BigInteger> terms;
  private final int waits;
  private final BigDecimal divisor;
  private final MathContext digits;

  IrwinHall(double... widths) {
    digits = new MathContext(DIGITS + DIGITS_PER_WAIT * widths.length);
    TreeMap<BigDecimal, BigInteger> sums = new TreeMap<>();
    sums.put(BigDecimal.ZERO, BigInteger.ONE);
    BigDecimal product = BigDecimal.ONE;
    int count = 0;
    for (double width : widths) {
      count++;
      BigDecimal exact = new BigDecimal(width);
      product = product.multiply(exact, digits).multiply(BigDecimal.valueOf(count), digits);
      TreeMap<BigDecimal, BigInteger> next = new TreeMap<>(sums);
      sums.forEach((sum, times) -> next.merge(sum.add(exact), times.negate(), BigInteger::add));
      sums = next;
    }
    this.terms = sums;
    this.waits = count;
    this.divisor = product;
  }

  double at(double x) {
    BigDecimal exact = new BigDecimal(x);
    BigDecimal sum = BigDecimal.ZERO;
    for (Map.Entry<BigDecimal, BigInteger> term : terms.entrySet()) {
      if (term.getKey().compareTo(exact) < 0) {
        BigDecimal power = exact.subtract(term.getKey()).pow(waits, digits);
        sum = sum.add(power.multiply(new BigDecimal(term.getValue()), digits), digits);
      }
    }
    return sum.divide(divisor, digits).doubleValue();
  }
}
