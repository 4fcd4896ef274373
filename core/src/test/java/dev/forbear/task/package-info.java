@NullMarked
package dev.forbear.task;

import org.jspecify.annotations.NullMarked;
