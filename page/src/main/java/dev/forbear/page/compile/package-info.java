/** What the compiler to JavaScript is told while it compiles; nothing of it is in the script. */
@NullMarked
package dev.forbear.page.compile;

import org.jspecify.annotations.NullMarked;
