/** What a streamed answer is made of, and how the bytes of a provider's wire format become that. Pure. */
@NullMarked
package dev.forbear.stream;

import org.jspecify.annotations.NullMarked;
