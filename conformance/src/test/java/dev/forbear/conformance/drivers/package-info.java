/** The promises of the drivers: whole courses in virtual time, and what only real threads can show. */
@NullMarked
package dev.forbear.conformance.drivers;

import org.jspecify.annotations.NullMarked;
