/** What a policy does before it does it: success, load, waits and the exact distribution of the total time. */
@NullMarked
package dev.forbear.plan;

import org.jspecify.annotations.NullMarked;
