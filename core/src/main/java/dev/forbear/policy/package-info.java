/** Deciding: may this be repeated, is it worth waiting, does the wait fit. */
@NullMarked
package dev.forbear.policy;

import org.jspecify.annotations.NullMarked;
