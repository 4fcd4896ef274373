/** Streamed tasks: what reaches the consumer, and how they end. */
@NullMarked
package dev.forbear.conformance.streams;

import org.jspecify.annotations.NullMarked;
