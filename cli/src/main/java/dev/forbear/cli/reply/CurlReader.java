package dev.forbear.cli.reply;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the reply in the output of {@code curl -i} or {@code curl -v}, copied as it stood.
 *
 * <p>Of several answers the last final one counts: interim ones, redirects that were followed and the tunnel of a proxy come
 * before it. Headers may be folded, lines may end either way, and what a shell or curl itself says around the answer is left
 * out. Not thread safe; for one text.
 */
final class CurlReader {

  private static final Pattern STATUS_LINE =
      Pattern.compile("(?is)HTTP/\\d(?:\\.\\d)? +(\\d{3})(?: (.*))?");

  /** RFC 9110, section 5.1: a name is a token. */
  private static final Pattern FIELD = Pattern.compile("(?s)([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)");

  private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s'\"\\\\]+");

  /** The progress meter, which has no line end of its own. */
  private static final Pattern PROGRESS =
      Pattern.compile("^\\s*(?:[\\d.kMGTP]+\\s+){8}(?:[\\d:.hdms-]+\\s+){3}[\\d.kMGTP]+\\s*");

  /** What {@code -v} says when the body has come, behind a body without a line end too. */
  private static final List<String> LAST_WORDS =
      List.of("* Connection #", "* Closing connection", "* shutting down connection");

  private static final Pattern CURL_ERROR = Pattern.compile("^curl: \\((\\d{1,3})\\)");

  /** Exit codes of curl after which the body is not whole (curl.se/docs/manpage.html, read 2026-11-30). */
  private static final Set<String> BROKEN_OFF = Set.of("16", "18", "28", "56", "92", "95");

  private enum Place {
    BEFORE,
    HEAD,
    BODY
  }

  private final List<String> lines;
  private final boolean wasVerbose;
  private boolean verbose;
  private Place place = Place.BEFORE;
  private @Nullable ReplyParts parts;
  private boolean isInterim;
  private String name = "";
  private StringBuilder value = new StringBuilder();
  private StringBuilder body = new StringBuilder();
  private boolean hasBody;
  private @Nullable PastedReply last;
  private @Nullable String address;
  private String error = "";

  private CurlReader(List<String> lines) {
    this.lines = lines;
    this.verbose = lines.stream()
        .filter(line -> isStatusLine(line) || isStatusLine(unmarked(line)))
        .findFirst()
        .map(line -> line.startsWith("<"))
        .orElse(false);
    this.wasVerbose = verbose;
  }

  /**
   * The reply in the text.
   *
   * @throws IllegalArgumentException when there is none
   */
  static PastedReply read(String text) {
    // Copied from a page or a chat, the whole of it may be indented.
    boolean isIndented = !text.isEmpty() && text.strip().charAt(0) != text.charAt(0);
    String flush = isIndented ? text.stripTrailing().stripIndent() : text;
    List<String> lines = flush.lines().map(CurlReader::withoutProgress).toList();
    return new CurlReader(lines).read();
  }

  private PastedReply read() {
    for (int i = 0; i < lines.size(); i++) {
      take(lines.get(i), i + 1 < lines.size() ? lines.get(i + 1) : "");
    }
    endAnswer();
    if (last == null) {
      throw new IllegalArgumentException(whyThereIsNone());
    }
    return last;
  }

  private void take(String line, String next) {
    Matcher curlError = CURL_ERROR.matcher(line);
    if (curlError.lookingAt()) {
      error = curlError.group(1);
      return;
    }
    if (verbose && isSaidByCurl(line)) {
      return;
    }
    boolean isMarked = verbose && (line.startsWith("< ") || line.equals("<"));
    if (verbose && !isMarked && place != Place.BODY) {
      // With -i beside -v every header comes twice.
      return;
    }
    String plain = isMarked ? unmarked(line) : line;
    boolean isTold = verbose && !isMarked && !hasBody;
    if (isStatusLine(plain) && (isMarked || isTold || !verbose) && beginsAnAnswer(next)) {
      // Written to a file, what -v says may stand as a whole before what -i prints.
      verbose = verbose && isMarked;
      endAnswer();
      begin(plain);
      return;
    }
    switch (place) {
      case BEFORE -> findAddress(line);
      case HEAD -> takeHeadLine(plain);
      case BODY -> takeBodyLine(line);
    }
  }

  /** A body may tell of a status line; the one that counts has headers. */
  private boolean beginsAnAnswer(String next) {
    return place != Place.BODY || !hasBody || FIELD.matcher(unmarked(next)).matches();
  }

  private void begin(String statusLine) {
    Matcher matcher = STATUS_LINE.matcher(statusLine);
    if (!matcher.matches()) {
      throw new AssertionError("only status lines begin an answer");
    }
    int status = Integer.parseInt(matcher.group(1));
    String reason = matcher.group(2) == null ? "" : matcher.group(2).strip();
    parts = new ReplyParts(status);
    // The tunnel stands; the answer to the request itself is still to come.
    isInterim = status < 200 || reason.equalsIgnoreCase("connection established");
    place = Place.HEAD;
    error = "";
  }

  private void takeHeadLine(String line) {
    if (line.isBlank()) {
      endHeader();
      place = Place.BODY;
      return;
    }
    boolean isFolded = Character.isWhitespace(line.charAt(0));
    if (isFolded) {
      value.append(' ').append(line.strip());
      return;
    }
    endHeader();
    Matcher field = FIELD.matcher(line);
    if (field.matches()) {
      name = field.group(1);
      value.append(field.group(2));
    } else if ("{[<".indexOf(line.charAt(0)) >= 0) {
      // The empty line got lost on the way.
      place = Place.BODY;
      takeBodyLine(line);
    }
  }

  private void takeBodyLine(String line) {
    hasBody |= !line.isBlank();
    body.append(line).append('\n');
  }

  private void endHeader() {
    if (parts != null && !name.isEmpty()) {
      parts.addHeader(name, value.toString().strip());
    }
    name = "";
    value = new StringBuilder();
  }

  private void endAnswer() {
    endHeader();
    ReplyParts ended = parts;
    if (ended != null && !isInterim) {
      if (BROKEN_OFF.contains(error)) {
        ended.note("The body is not whole: curl ended with error " + error + ".");
      }
      ended.askedAt(address);
      last = ended.whole("the output of curl", text());
    }
    parts = null;
    body = new StringBuilder();
    hasBody = false;
  }

  private String text() {
    String text = body.toString();
    if (!wasVerbose) {
      return text;
    }
    String ended = text.stripTrailing();
    int lastLine = ended.lastIndexOf('\n') + 1;
    for (String words : LAST_WORDS) {
      int at = ended.indexOf(words, lastLine);
      if (at >= 0) {
        return ended.substring(0, at);
      }
    }
    return text;
  }

  /** Whether {@code -v} says so itself, about the connection or about the request. */
  private boolean isSaidByCurl(String line) {
    if (line.regionMatches(true, 0, "> host:", 0, 7)) {
      address = "https://" + line.substring(7).strip();
    }
    return line.startsWith("* ")
        || line.startsWith("> ")
        || line.equals(">")
        || line.matches("[{}] \\[\\d+ bytes data\\]\\s*");
  }

  private void findAddress(String line) {
    Matcher matcher = ADDRESS.matcher(line);
    if (address == null && matcher.find()) {
      address = matcher.group();
    }
  }

  private String whyThereIsNone() {
    if (!error.isEmpty()) {
      return "there is no reply in it: curl ended with error " + error
          + " before one came; for such a failure give the exception of your client, as in"
          + " --exception 'java.net.ConnectException: Connection refused'";
    }
    if (lines.stream().anyMatch(line -> isStatusLine(verbose ? unmarked(line) : line))) {
      return "there are only interim answers in it, such as 100 Continue; give the final one too";
    }
    if (lines.stream().anyMatch(line -> line.indexOf('\0') >= 0)) {
      return "what was given is not text; " + PastedReplies.ADVICE;
    }
    return "there is no status line such as HTTP/1.1 429 in the " + lines.size()
        + (lines.size() == 1 ? " line" : " lines") + " given; " + PastedReplies.ADVICE
        + ", or give the parts: --status, --header, --body";
  }

  private static boolean isStatusLine(String line) {
    return STATUS_LINE.matcher(line).matches();
  }

  /** A line of {@code -v} without the sign for what was received. */
  private static String unmarked(String line) {
    return line.startsWith("< ") ? line.substring(2) : line.equals("<") ? "" : line;
  }

  private static String withoutProgress(String line) {
    return line.contains("--:--:--") ? PROGRESS.matcher(line).replaceFirst("") : line;
  }
}
