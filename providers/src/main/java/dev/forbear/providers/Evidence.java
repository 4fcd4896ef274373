package dev.forbear.providers;

import dev.forbear.classify.ProviderReply;
import dev.forbear.providers.body.Body;
import dev.forbear.providers.body.Document;
import dev.forbear.providers.body.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the rules look at: status, codes, values, headers and words of one error.
 *
 * <p>What the model wrote, and what is repeated of the request, is left out.
 */
final class Evidence {

  /** No status: an error inside a 200 that names none. */
  static final int NO_STATUS = 0;

  private static final Set<Integer> USUAL = Set.of(400, 429, 500, 503);

  /** Values below these names are the model's or the user's own. */
  private static final List<String> CONTENT = List.of(
      "arguments",
      "content",
      "content_filter_result",
      "content_filter_results",
      "ctx",
      "delta",
      "input",
      "inputs",
      "output",
      "parameters",
      "parts",
      "prompt",
      "request",
      "tool_calls",
      "usage",
      "usagemetadata");

  private static final Set<String> CODE_NAMES = Set.of(
      "code",
      "type",
      "status",
      "error_type",
      "errortype",
      "error_code",
      "errorcode",
      "reason",
      "__type",
      ":exception-type",
      ":error-code",
      "error");

  private static final Set<String> WORD_NAMES = Set.of(
      "message",
      "msg",
      "error",
      "errors",
      "detail",
      "details",
      "title",
      "description",
      "errormessage",
      "error_message",
      "error_msg",
      ":error-message",
      "error_description",
      "errortext",
      "faultstring",
      "raw",
      "reason",
      "originalmessage",
      "code",
      "failure_reason",
      "body",
      "");

  private static final Set<String> STATUS_NAMES = Set.of(
      "code",
      "status",
      "statuscode",
      "status_code",
      "http_status",
      "httpstatus",
      "http_code",
      "raw_status_code",
      "error_code");

  /** Speech in quotes that is longer than a name: what the sender repeats, not what it says. */
  private static final Pattern QUOTED = Pattern.compile(
      "\"[^\"\n]{0,2000}\"|\u201c[^\u201d\n]{0,2000}\u201d|(?<![a-z0-9])'[^'\n]{0,2000}'(?![a-z0-9])");

  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{Cntrl}]+");

  /** As much of the words is read, characters. */
  private static final int MAX_WORDS = 8_000;

  private final ProviderReply reply;
  private final List<Fact> facts;
  private final int status;
  private final List<String> codes;
  private final String words;
  private final boolean isPage;

  private Evidence(ProviderReply reply, List<Fact> facts, String plain, boolean isPage) {
    this.reply = reply;
    this.facts = facts;
    this.status = status(reply.status(), facts);
    this.codes = codes(reply, facts);
    this.isPage = isPage;
    this.words = words(facts, plain, status);
  }

  /** Of a reply whose status tells an error: everything in its body. */
  static Evidence of(ProviderReply reply, Body body) {
    List<Fact> facts = new ArrayList<>();
    for (Document document : body.documents()) {
      for (Fact fact : document.facts()) {
        if (!fact.isBelow(CONTENT)) {
          facts.add(fact);
        }
      }
    }
    return new Evidence(reply, facts, body.words(), body.shape() == Body.Shape.PAGE);
  }

  /** Of one document with an error inside a 200. */
  static Evidence of(ProviderReply reply, Document error) {
    List<Fact> facts =
        error.facts().stream().filter(fact -> !fact.isBelow(CONTENT)).toList();
    return new Evidence(reply, facts, "", false);
  }

  /** The status of the error, which may stand in the body; {@link #NO_STATUS} when nothing names one. */
  int status() {
    return status;
  }

  /**
   * Whether the error may have one of the statuses; none given is any. An error that names none may have a usual one, and not
   * one that gives other errors a meaning of its own.
   */
  boolean mayHaveStatus(int... statuses) {
    if (statuses.length == 0) {
      return true;
    }
    for (int one : statuses) {
      if (one == status || (status == NO_STATUS && USUAL.contains(one))) {
        return true;
      }
    }
    return false;
  }

  List<String> codes() {
    return codes;
  }

  List<Fact> facts() {
    return facts;
  }

  /** What the reply says, in lower case and with single spaces. */
  String words() {
    return words;
  }

  /** Whether the body is a page for people. */
  boolean isPage() {
    return isPage;
  }

  ProviderReply reply() {
    return reply;
  }

  /** Whether a header was sent and one of its values contains the word. */
  boolean hasHeader(String name, String word) {
    for (String value : reply.header(name)) {
      if (value.length() <= MAX_WORDS && value.toLowerCase(Locale.ROOT).contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static int status(int sent, List<Fact> facts) {
    int inBody = NO_STATUS;
    for (Fact fact : facts) {
      if (inBody == NO_STATUS && STATUS_NAMES.contains(fact.name())) {
        inBody = errorStatus(fact);
      }
      // Gateways that hide a refusal behind a failure of their own: vertex behind litellm.
      if (sent >= 500 && STATUS_NAMES.contains(fact.name()) && errorStatus(fact) == 429) {
        return 429;
      }
    }
    // What is no status at all must not look like an error inside a 200.
    return sent / 100 == 2 ? inBody : sent == NO_STATUS ? -1 : sent;
  }

  private static int errorStatus(Fact fact) {
    boolean isNumber = fact.kind() == Fact.Kind.NUMBER || fact.kind() == Fact.Kind.TEXT;
    String text = fact.text();
    return isNumber && text.length() == 3 && text.matches("[45][0-9][0-9]")
        ? Integer.parseInt(text)
        : NO_STATUS;
  }

  private static List<String> codes(ProviderReply reply, List<Fact> facts) {
    List<String> codes = new ArrayList<>(6);
    for (String name : List.of("x-amzn-errortype", "x-error-code", "x-ms-error-code")) {
      reply.header(name).forEach(value -> add(Code.of(value), codes));
    }
    for (Fact fact : facts) {
      boolean isCode = fact.kind() == Fact.Kind.TEXT || fact.kind() == Fact.Kind.NUMBER;
      if (isCode && CODE_NAMES.contains(fact.name())) {
        boolean isSentence = fact.name().equals("error") && fact.text().indexOf(' ') >= 0;
        if (!isSentence) {
          add(Code.of(fact.text()), codes);
        }
      }
    }
    return codes;
  }

  private static void add(String code, List<String> codes) {
    // The text "None" and the like stand for nothing.
    if (!code.isEmpty() && !code.equals("none") && !code.equals("null") && codes.size() < 64) {
      codes.add(code);
    }
  }

  private static String words(List<Fact> facts, String plain, int status) {
    StringBuilder text = new StringBuilder(normal(plain));
    for (Fact fact : facts) {
      if (fact.isText() && WORD_NAMES.contains(fact.name()) && text.length() < MAX_WORDS) {
        // Phrases do not reach from one text into the next, whose order means nothing.
        text.append(text.isEmpty() ? "" : "\n").append(normal(fact.text()));
      }
    }
    String lower = text.toString();
    boolean isAboutTheRequest = status == 400 || status == 422 || status == NO_STATUS;
    return isAboutTheRequest ? withoutSpeech(lower) : lower;
  }

  private static String normal(String text) {
    String cut = text.length() > MAX_WORDS ? text.substring(0, MAX_WORDS) : text;
    return SPACE.matcher(cut).replaceAll(" ").toLowerCase(Locale.ROOT).replace('\u2019', '\'');
  }

  private static String withoutSpeech(String text) {
    return QUOTED
        .matcher(text)
        .replaceAll(quoted ->
            quoted.group().indexOf(' ') > 0 ? "''" : Matcher.quoteReplacement(quoted.group()));
  }
}
