package dev.forbear.page;

import org.teavm.jso.JSClass;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;

/** What the second script offers: one global object {@code forbear} of its own, as {@link Answers} is that of the first. */
@JSClass(name = "forbear")
public final class CodeAnswers {

  /** The policy of a plan as code; see {@link CodeAnswer}. */
  @JSExport
  public static JSObject code(JSObject input) {
    return PlainValues.toScript(CodeAnswer.to(Fields.of(PlainValues.ofScript(input))));
  }

  /** What code can be had for: {@code targets}, each with its {@code word} and {@code name}. */
  @JSExport
  public static JSObject targets() {
    return PlainValues.toScript(CodeAnswer.targets());
  }

  private CodeAnswers() {}
}
