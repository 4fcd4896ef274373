/** A seeded world in which real tasks meet a provider with limits: what a policy does to a storm, before it does it. */
@NullMarked
package dev.forbear.simulate;

import org.jspecify.annotations.NullMarked;
