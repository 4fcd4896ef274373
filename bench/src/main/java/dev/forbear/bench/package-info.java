/** What a decision and a call cost, beside a hand-written loop and the peers. */
@NullMarked
package dev.forbear.bench;

import org.jspecify.annotations.NullMarked;
