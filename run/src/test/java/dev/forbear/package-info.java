/** What the facade and its time promise. */
@NullMarked
package dev.forbear;

import org.jspecify.annotations.NullMarked;
