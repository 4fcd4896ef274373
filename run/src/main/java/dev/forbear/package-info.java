/** Carrying decisions out: tasks, deadlines, outcomes, and the one place where time is read and waited for. */
@NullMarked
package dev.forbear;

import org.jspecify.annotations.NullMarked;
