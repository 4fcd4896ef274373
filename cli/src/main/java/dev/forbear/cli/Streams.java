package dev.forbear.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads and speaks: the answer goes to {@code out}, the conversation to {@code err}.
 *
 * @param in the lines to answer
 * @param out answers, and nothing else
 * @param err hints, progress and refusals
 * @param terminal which of the three belong to a person
 */
record Streams(InputStream in, PrintStream out, PrintStream err, Terminal terminal) {}
