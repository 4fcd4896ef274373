/** The command {@code forbear}: JSON Lines for programs, flags with units for people. */
@NullMarked
package dev.forbear.cli;

import org.jspecify.annotations.NullMarked;
