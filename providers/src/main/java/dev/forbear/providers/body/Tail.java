package dev.forbear.providers.body;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the end of one long JSON value without what stands before it: names with simple values.
 *
 * <p>Inside a string a quote is escaped, so what a model or a user wrote cannot look like a field here.
 */
final class Tail {

  private static final Pattern FIELD = Pattern.compile(
      "(?<!\\\\)\"([A-Za-z_]{2,32})\"\\s{0,8}:\\s{0,8}(?:\"([^\"\\\\]{0,200})\"|(true|false)|(-?\\d{1,20})(?![\\d.]))");

  static List<Fact> fields(String text) {
    List<Fact> facts = new ArrayList<>();
    Matcher matcher = FIELD.matcher(text);
    while (matcher.find() && facts.size() < Bounds.FACTS) {
      String name = matcher.group(1).toLowerCase(Locale.ROOT);
      if (matcher.group(2) != null) {
        facts.add(new Fact(name, Fact.Kind.TEXT, matcher.group(2)));
      } else if (matcher.group(3) != null) {
        facts.add(new Fact(name, Fact.Kind.TRUTH, matcher.group(3)));
      } else {
        facts.add(new Fact(name, Fact.Kind.NUMBER, matcher.group(4)));
      }
    }
    return facts;
  }

  private Tail() {}
}
