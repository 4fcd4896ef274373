/** The binding of {@code java.net.http} and the drivers under it, proved over real HTTP. */
@NullMarked
package dev.forbear.conformance.http;

import org.jspecify.annotations.NullMarked;
