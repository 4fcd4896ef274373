/** The promises that need more than one module, held against data. */
@NullMarked
package dev.forbear.conformance;

import org.jspecify.annotations.NullMarked;
