/** What a task tells its listeners. */
@NullMarked
package dev.forbear.event;

import org.jspecify.annotations.NullMarked;
