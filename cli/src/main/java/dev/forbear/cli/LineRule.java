package dev.forbear.cli;

/** How one command answers one line. */
@FunctionalInterface
interface LineRule {

  /**
   * The answer to an input.
   *
   * @throws IllegalArgumentException when the input cannot be used, saying what was given and what is allowed
   */
  Answer answer(Fields input);
}
