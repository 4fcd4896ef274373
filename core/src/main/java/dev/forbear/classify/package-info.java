/** Telling what failed: from a reply or an exception to a class, a verdict and a hint. */
@NullMarked
package dev.forbear.classify;

import org.jspecify.annotations.NullMarked;
