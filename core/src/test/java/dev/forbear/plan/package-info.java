@NullMarked
package dev.forbear.plan;

import org.jspecify.annotations.NullMarked;
