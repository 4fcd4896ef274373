package dev.forbear.providers.stream;

import java.util.Locale;
import java.util.Set;

/** Why a model stopped, as far as it matters for tool calls. */
final class StopWords {

  /**
   * Stopped by itself. A tool that was asked for by name ends with {@code stop} at OpenAI (API reference, read 2026-06); other
   * servers write the words of Anthropic or of their own tokens.
   */
  private static final Set<String> WHOLE = Set.of(
      "tool_calls",
      "tool_call",
      "function_call",
      "stop",
      "tool_use",
      "end_turn",
      "stop_sequence",
      "pause_turn",
      "eos",
      "eos_token");

  /** Whether what the model wrote is meant to be carried out; false for a word that nobody knows. */
  static boolean isWhole(String reason) {
    return WHOLE.contains(reason.toLowerCase(Locale.ROOT));
  }

  private StopWords() {}
}
