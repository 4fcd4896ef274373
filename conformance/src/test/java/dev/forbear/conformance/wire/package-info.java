/** Recorded streams of every wire format, cut and damaged in every way. */
@NullMarked
package dev.forbear.conformance.wire;

import org.jspecify.annotations.NullMarked;
