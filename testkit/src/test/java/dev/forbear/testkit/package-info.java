/** The testkit's own promises. */
@NullMarked
package dev.forbear.testkit;

import org.jspecify.annotations.NullMarked;
