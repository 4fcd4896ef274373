package dev.forbear.page.compile;

import java.util.BitSet;
import org.teavm.model.BasicBlock;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.Instruction;
import org.teavm.model.MethodHolder;
import org.teavm.model.Program;
import org.teavm.model.Variable;
import org.teavm.model.instructions.BinaryInstruction;
import org.teavm.model.instructions.BinaryOperation;
import org.teavm.model.instructions.CastNumberInstruction;
import org.teavm.model.instructions.DoubleConstantInstruction;
import org.teavm.model.instructions.GetElementInstruction;
import org.teavm.model.instructions.NegateInstruction;
import org.teavm.model.instructions.NumericOperandType;

/**
 * Keeps sums and products of doubles grouped as they are in Java.
 *
 * <p>TeaVM 0.16.0 writes {@code a + (b - c)} as {@code a + b - c} and {@code a * (b / c)} as {@code a * b / c} (its
 * {@code StatementRenderer} takes both operators for associative), also where the second operand comes from a variable or a
 * call that it inlines. With doubles that is another number. A minus sign binds what follows it, so this compiles
 * {@code a + x} as {@code a - (-x)} and {@code a * x} as {@code (-a) * (-x)}, which are the same to the last bit (IEEE 754-2019,
 * section 6.3), unless x is something that is never written without its own brackets.
 */
public final class KeptGrouping implements ClassHolderTransformer {

  @Override
  public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
    for (MethodHolder method : type.getMethods()) {
      Program program = method.getProgram();
      if (program != null) {
        keepGrouping(program);
      }
    }
  }

  private static void keepGrouping(Program program) {
    BitSet safeInSums = new BitSet();
    BitSet safeInProducts = new BitSet();
    for (BasicBlock block : program.getBasicBlocks()) {
      for (Instruction each : block) {
        note(each, safeInSums, safeInProducts);
      }
    }
    for (BasicBlock block : program.getBasicBlocks()) {
      for (Instruction each : block) {
        if (!(each instanceof BinaryInstruction binary)
            || binary.getOperandType() != NumericOperandType.DOUBLE) {
          continue;
        }
        int second = binary.getSecondOperand().getIndex();
        if (binary.getOperation() == BinaryOperation.ADD && !safeInSums.get(second)) {
          Variable negated = negated(binary, binary.getSecondOperand());
          replace(binary, BinaryOperation.SUBTRACT, binary.getFirstOperand(), negated);
        } else if (binary.getOperation() == BinaryOperation.MULTIPLY
            && !safeInProducts.get(second)) {
          Variable first = negated(binary, binary.getFirstOperand());
          replace(
              binary, BinaryOperation.MULTIPLY, first, negated(binary, binary.getSecondOperand()));
        }
      }
    }
  }

  /** Notes what needs no brackets, or always gets them. */
  private static void note(Instruction each, BitSet safeInSums, BitSet safeInProducts) {
    if (each instanceof DoubleConstantInstruction constant) {
      safeInSums.set(constant.getReceiver().getIndex());
      safeInProducts.set(constant.getReceiver().getIndex());
    } else if (each instanceof GetElementInstruction element) {
      safeInSums.set(element.getReceiver().getIndex());
      safeInProducts.set(element.getReceiver().getIndex());
    } else if (each instanceof CastNumberInstruction cast
        && cast.getSourceType() != NumericOperandType.FLOAT) {
      safeInSums.set(cast.getReceiver().getIndex());
      safeInProducts.set(cast.getReceiver().getIndex());
    } else if (each instanceof BinaryInstruction binary) {
      switch (binary.getOperation()) {
        case ADD, SUBTRACT -> safeInProducts.set(binary.getReceiver().getIndex());
        case MULTIPLY, DIVIDE -> safeInSums.set(binary.getReceiver().getIndex());
        default -> {}
      }
    }
  }

  private static Variable negated(BinaryInstruction before, Variable operand) {
    NegateInstruction negate = new NegateInstruction(NumericOperandType.DOUBLE);
    negate.setOperand(operand);
    negate.setReceiver(before.getProgram().createVariable());
    negate.setLocation(before.getLocation());
    before.insertPrevious(negate);
    return negate.getReceiver();
  }

  private static void replace(
      BinaryInstruction old, BinaryOperation operation, Variable first, Variable second) {
    BinaryInstruction kept = new BinaryInstruction(operation, NumericOperandType.DOUBLE);
    kept.setFirstOperand(first);
    kept.setSecondOperand(second);
    kept.setReceiver(old.getReceiver());
    kept.setLocation(old.getLocation());
    old.replace(kept);
  }
}
