@NullMarked
package dev.forbear.limit;

import org.jspecify.annotations.NullMarked;
