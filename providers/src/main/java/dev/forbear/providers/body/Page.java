package dev.forbear.providers.body;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a page for people says, and the two elements of an error in XML. */
final class Page {

  private static final Pattern BEGINS = Pattern.compile(
      "\\A[\\s\ufeff]*<(!doctype|html|head|body|title|h1|center|!--|\\?xml|error|[a-z:]+response)",
      Pattern.CASE_INSENSITIVE);

  /** Storage and gateway errors of AWS and Azure. */
  private static final Pattern XML_FIELD =
      Pattern.compile("<(code|message|type)>([^<]{0,500})</", Pattern.CASE_INSENSITIVE);

  private static final Pattern UNSEEN = Pattern.compile(
      "<(script|style)\\b.{0,20000}?(</\\1>|\\z)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern TAG = Pattern.compile("<[^<>]{0,2000}>");

  static boolean isIn(String text) {
    return BEGINS.matcher(text).find();
  }

  /** The text a person would see, the title in front. */
  static String visible(String text) {
    String seen = TAG.matcher(UNSEEN.matcher(text).replaceAll(" ")).replaceAll(" ");
    return seen.replace("&nbsp;", " ")
        .replace("&#39;", "'")
        .replace("&#x27;", "'")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  /** Code and message of an error in XML; empty for a page. */
  static List<Fact> fields(String text) {
    List<Fact> facts = new ArrayList<>();
    Matcher matcher = XML_FIELD.matcher(text);
    while (matcher.find() && facts.size() < 8) {
      facts.add(new Fact(
          "error." + matcher.group(1).toLowerCase(java.util.Locale.ROOT),
          Fact.Kind.TEXT,
          matcher.group(2)));
    }
    return facts;
  }

  private Page() {}
}
