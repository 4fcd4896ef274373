/** What the facade and its time promise. */
@NullMarked
package dev.forbear.time;

import org.jspecify.annotations.NullMarked;
