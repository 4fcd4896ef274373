/** Tests of how items are handed over. */
@NullMarked
package dev.forbear.flow;

import org.jspecify.annotations.NullMarked;
