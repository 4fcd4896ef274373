/** The rules as a script: what a page asks in JavaScript, answered by the same code that runs on the JVM. */
@NullMarked
package dev.forbear.page;

import org.jspecify.annotations.NullMarked;
