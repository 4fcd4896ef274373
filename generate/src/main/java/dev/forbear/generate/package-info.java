/** A policy as code and configuration to take away, and what each target does differently from it. */
@NullMarked
package dev.forbear.generate;

import org.jspecify.annotations.NullMarked;
