/** Reads replies as people paste them: the output of curl, and HAR files of browsers. */
@NullMarked
package dev.forbear.cli.reply;

import org.jspecify.annotations.NullMarked;
