/** Tests of the readers of pasted replies. */
@NullMarked
package dev.forbear.cli.reply;

import org.jspecify.annotations.NullMarked;
