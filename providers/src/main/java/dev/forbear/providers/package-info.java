/** How each provider fails: one table of rules per provider, and the order in which the rules decide. */
@NullMarked
package dev.forbear.providers;

import org.jspecify.annotations.NullMarked;
