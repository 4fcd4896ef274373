/** Bedrock's event streams as parts of an answer. */
@NullMarked
package dev.forbear.bedrock;

import org.jspecify.annotations.NullMarked;
