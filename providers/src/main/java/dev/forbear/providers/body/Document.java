package dev.forbear.providers.body;

import java.util.List;

/**
 * One JSON value of a body: the body itself, an element of its outermost array, a line, or an event.
 *
 * @param event the name of the event it came with; empty without one
 * @param facts its values in their order, those of JSON inside its strings among them
 * @param isJson false where the data of an event or line was no JSON: then its only fact is the text
 * @param isCut whether it breaks off
 */
public record Document(String event, List<Fact> facts, boolean isJson, boolean isCut) {

  /** The data that ends a stream of the OpenAI form. */
  public static final String DONE = "[DONE]";

  /** Keeps its own copy. */
  public Document {
    facts = List.copyOf(facts);
  }

  /** Whether it is the mark that ends a stream. */
  public boolean isDone() {
    return !isJson && facts.size() == 1 && facts.get(0).text().strip().equals(DONE);
  }

  /** The first text under a path; empty without one. */
  public String text(String path) {
    for (Fact fact : facts) {
      if (fact.isText() && fact.path().equals(path)) {
        return fact.text();
      }
    }
    return "";
  }

  /** Whether a value, be it null or empty, stands at the path or below it. */
  public boolean has(String path) {
    for (Fact fact : facts) {
      if (fact.path().startsWith(path)
          && (fact.path().length() == path.length() || fact.path().charAt(path.length()) == '.')) {
        return true;
      }
    }
    return false;
  }

  /** Whether a value that says something stands at the path or below it. */
  public boolean says(String path) {
    for (Fact fact : facts) {
      if (fact.path().startsWith(path)
          && (fact.path().length() == path.length() || fact.path().charAt(path.length()) == '.')
          && fact.isSomething()) {
        return true;
      }
    }
    return false;
  }
}
