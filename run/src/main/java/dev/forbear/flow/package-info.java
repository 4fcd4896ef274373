/** How items are handed over in step with what the receiver asks for. */
@NullMarked
package dev.forbear.flow;

import org.jspecify.annotations.NullMarked;
