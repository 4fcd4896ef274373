/** Attempts made with {@code java.net.http}. */
@NullMarked
package dev.forbear.http;

import org.jspecify.annotations.NullMarked;
