@NullMarked
package dev.forbear.simulate;

import org.jspecify.annotations.NullMarked;
