/** The wire formats in which providers stream: bytes in, parts of the answer out. Pure. */
@NullMarked
package dev.forbear.providers.stream;

import org.jspecify.annotations.NullMarked;
