/** The states of admission as pure values: how much may be sent at once, and how much of it may be repeats. */
@NullMarked
package dev.forbear.limit;

import org.jspecify.annotations.NullMarked;
