/** Reads what stands in a body, whatever wraps it; bounded, and without an exception for any text. */
@NullMarked
package dev.forbear.providers.body;

import org.jspecify.annotations.NullMarked;
