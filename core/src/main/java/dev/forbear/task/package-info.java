/** The course of one task as a pure state machine: signals in, steps out. */
@NullMarked
package dev.forbear.task;

import org.jspecify.annotations.NullMarked;
