package dev.forbear.providers.stream;

import org.jspecify.annotations.Nullable;

/** Finds out from the first event that tells it whose stream this is; what comes before only shows that it is alive. */
final class AnySender implements Meaning {

  private @Nullable Meaning meaning;

  @Override
  public void take(Event event, Answer answer) {
    Meaning chosen = meaning;
    if (chosen == null) {
      chosen = of(event);
      meaning = chosen;
    }
    if (chosen != null) {
      chosen.take(event, answer);
    }
  }

  private static @Nullable Meaning of(Event event) {
    if (event.isError() || event.data().strip().equals("[DONE]")) {
      return new OpenAiChat();
    }
    Json json = event.json();
    String type = json.at("type").text();
    if (json.has("choices")) {
      return new OpenAiChat();
    }
    if (type.startsWith("response.") || json.at("object").text().equals("response")) {
      return new OpenAiResponses();
    }
    if (type.startsWith("message") || type.startsWith("content_block")) {
      return new AnthropicMessages();
    }
    if (json.isArray() || json.has("candidates") || json.has("promptFeedback")) {
      return new GeminiContent();
    }
    if (json.has("done")) {
      return new OllamaChunks();
    }
    // Errors look alike, and OpenAI's copies know the most forms of them.
    boolean isError = json.at("error").says()
        || type.equals("error")
        || json.at("object").text().equals("error")
        || json.at("message").says()
        || json.at("detail").says();
    return isError ? new OpenAiChat() : null;
  }

  @Override
  public void end(boolean isWhole, Answer answer) {
    if (meaning != null) {
      meaning.end(isWhole, answer);
    }
  }
}
