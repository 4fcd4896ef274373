/** Pretending: scripts of a provider's replies, a provider on loopback that plays them, and time without waiting. */
@NullMarked
package dev.forbear.testkit;

import org.jspecify.annotations.NullMarked;
