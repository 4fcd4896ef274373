package dev.forbear.page;

import org.teavm.jso.JSExportClasses;

/** Where the compiler to JavaScript begins: what this names, and what that needs, is in the script. */
@JSExportClasses(Answers.class)
final class Script {

  private Script() {}
}
