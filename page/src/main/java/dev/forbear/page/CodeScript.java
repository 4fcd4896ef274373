package dev.forbear.page;

import org.teavm.jso.JSExportClasses;

/** Where the compiler of the second script begins, the one that writes code. */
@JSExportClasses(CodeAnswers.class)
final class CodeScript {

  private CodeScript() {}
}
