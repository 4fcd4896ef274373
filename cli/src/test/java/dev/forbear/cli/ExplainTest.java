package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code forbear explain} as people use it. */
class ExplainTest {

  private static final String LIMITED = """
      HTTP/2 429
      content-type: application/json
      date: Mon, 30 Nov 2026 12:00:00 GMT
      retry-after: Mon, 30 Nov 2026 12:00:07 GMT

      SECRET
      """;

  @TempDir
  private Path folder = Path.of(".");

  @Test
  void explainsWhatWasPasted() {
    assertThat(CommandRun.fed(LIMITED, "explain", "--provider", "none"))
        .isEqualTo(new CommandRun(0, """
            rate_limit: A limit of the account or the endpoint is used up, and it refills.
              repeat        yes, after at least 7 s
              may have run  no; Forbear repeats it even if nothing is declared about it
              a write       can be repeated: it did not run
              what to do    Wait at least as long as the provider asks, then repeat. If it comes often, send
                            less at a time or ask for a higher limit.
              rule          status 429
              source        RFC 9110 and RFC 6585, and what providers and proxies send beyond them
              judged as     none, by status and headers alone
              read          the output of curl: status 429, 3 headers, a body of 7 characters
              note          The wait counts from when the reply was made, 2026-11-30T12:00:00Z.
            """, ""));
  }

  @Test
  void answersInJsonWithTheFactsOfALineFirst() {
    CommandRun run = CommandRun.fed(LIMITED, "explain", "--provider", "none", "--json");

    assertThat(run.out())
        .startsWith("{\"class\":\"rate_limit\",\"transient\":true,\"retryAfterMs\":7000,"
            + "\"requestMayHaveRun\":\"no\",\"rule\":\"status 429\",\"source\":\"RFC 9110")
        .contains(
            "\"readOn\":null",
            "\"judgedAs\":\"none, by status and headers alone\"",
            "\"meaning\":\"A limit",
            "\"advice\":\"Wait",
            "\"read\":\"the output of curl: status 429",
            "\"notes\":[\"The wait counts");
    assertThat(run.lines()).hasSize(1);
  }

  @Test
  void readsAFileLikeStandardInput() throws IOException {
    Path file = Files.writeString(folder.resolve("answer.txt"), LIMITED);
    CommandRun piped = CommandRun.fed(LIMITED, "explain");

    assertThat(CommandRun.of("explain", file.toString())).isEqualTo(piped);
    assertThat(CommandRun.fed(LIMITED, "explain", "-")).isEqualTo(piped);
    assertThat(
            CommandRun.fed(LIMITED, "explain", "--now", "2026-11-30T12:00:05Z").out())
        .contains("after at least 2 s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "--status=503 | yes, after a wait of your own that grows; the reply names none",
        "--status=503 --header=retry-after:0 | yes; the reply asks for no wait",
        "--status=503 --header=retry-after:90 | yes, after at least 90 s",
        "--status=503 --header=retry-after:600 | yes, after at least 10 m",
        "--status=503 --header=retry-after:1830 | yes, after at least 1830 s (about 30.5 minutes)",
        "--status=503 --header=retry-after:13262 | yes, after at least 13262 s (about 3.7 hours)",
        "--status=503 --header=retry-after:400001 | yes, after at least 400001 s (about 4.6 days)",
        "--status=401 | no; the same request fails again",
        "--status=401 --header=retry-after:5 | no; the wait of 5 s that it names changes nothing",
        "--status=200 | no need to",
        "--exception=java.net.ConnectException | yes, after a wait of your own that grows; the reply names none"
      })
  void saysWhetherToRepeatAndHowLongToWait(String flags, String answer) {
    assertThat(row(flags, "repeat")).isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--status=429 | no; Forbear repeats it even if nothing is declared about it | can be repeated: it did not run",
        "--status=500 | maybe; Forbear repeats it only if it is declared repeatable or carries a key | under a key that the server honors: repeat it under the same key; without one:",
        "--status=401 | no | was not carried out",
        "--status=200 --header=content-type:text/html --provider=none | maybe | may have been carried out: look it up before you send it again",
        "--status=200 | yes | was carried out"
      })
  void saysWhetherItMayHaveRunAndWhatFollowsForAWrite(String flags, String ran, String write) {
    assertThat(row(flags, "may have run")).isEqualTo(ran);
    assertThat(row(flags, "a write")).isEqualTo(write);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "--status=429 --body={\"error\":{\"code\":\"insufficient_quota\"}} | openai: code insufficient_quota | github.com/vercel/ai",
        "--status=529 --provider=anthropic --body={\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}} | anthropic: code overloaded_error | ",
        "--status=429 | status 429 | RFC 9110 and RFC 6585",
        "--status=403 --header=cf-mitigated:challenge --provider=none | header cf-mitigated | Cloudflare",
        "--status=200 --body={\"choices\":[{\"finish_reason\":\"length\"}]} | the answer ended with the limit of length | the form of the answer",
        "--exception=java.net.ConnectException | exception java.net.ConnectException | measured with the HTTP clients"
      })
  void saysWhichRuleSaidSoAndWhereItWasRead(String flags, String rule, String source) {
    assertThat(row(flags, "rule")).startsWith(rule);
    assertThat(row(flags, "source")).startsWith(source == null ? "" : source).isNotEmpty();
  }

  @Test
  void namesTheDateOfTheSource() {
    String body = "{\"error\":{\"code\":\"insufficient_quota\"}}";

    assertThat(CommandRun.of("explain", "--json", "--status", "429", "--body", body)
            .out())
        .matches("(?s).*\"source\":\"github.com/.*\"readOn\":\"20\\d\\d-\\d\\d\".*");
  }

  @Test
  void findsTheSourceBehindTheServersOwnWord() {
    CommandRun run = CommandRun.of(
        "explain", "--status", "400", "--header", "x-should-retry: true", "--provider", "none");

    assertThat(run.out())
        .contains("rule          header x-should-retry over status 400", "source        RFC 9110");
  }

  @ParameterizedTest
  @CsvSource({
    "--url=https://api.openai.com/v1/x, openai",
    "--url=https://unknown.example/v1/x, any",
    "--provider=anthropic, anthropic",
    "--provider=cloudflare, any",
    "--provider=any, any"
  })
  void judgesByTheProviderThatIsMeant(String flag, String name) {
    assertThat(row("--status=429 " + flag, "judged as")).startsWith(name + ", ");
  }

  @Test
  void takesTheProviderBehindTheAddressThatWasPasted() {
    String pasted = "$ curl -i https://api.openai.com/v1/models?key=SECRET\n" + LIMITED;

    CommandRun run = CommandRun.fed(pasted, "explain");

    assertThat(run.out()).contains("judged as     openai, by the host").doesNotContain("SECRET");
    assertThat(CommandRun.fed(pasted, "explain", "--provider", "groq").out())
        .contains("judged as     groq, by name");
  }

  @Test
  void findsTheFailureInAHarFile() {
    String har = "{\"log\":{\"entries\":["
        + entry(500, "application/json", "{}")
        + ","
        + entry(
            200, "application/json", "{\\\"error\\\":{\\\"code\\\":\\\"insufficient_quota\\\"}}")
        + "," + entry(200, "text/html", "<p>")
        + "," + entry(304, "application/json", "")
        + "," + entry(200, "application/json", "{\\\"id\\\":1}") + "]}}";

    assertThat(CommandRun.fed(har, "explain").out())
        .startsWith("quota_exhausted: ")
        .contains(
            "read          entry 2 of a HAR file of 5 entries, the last that failed: status 200");
    assertThat(CommandRun.fed(har, "explain", "--entry", "5").out())
        .startsWith("success: Nothing failed.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--provider=opnai --status=429 | there is no provider 'opnai'; did you mean openai?",
        "--provider=openai --url=https://x.example --status=429 | give --provider or --url, not both",
        "--url=x.example --status=429 | the URL must begin with http:// or https://, as in https://example.com/v1/messages",
        "--status=429 answer.txt | give either a file or the parts of a reply, not both; the file and --entry are for HAR files and what curl printed",
        "--status=429 --entry=1 | give either a file or the parts of a reply, not both; the file and --entry are for HAR files and what curl printed",
        "--status=429 --exception=a.B | give a reply (--status, --header, --body) or an exception (--exception), not both",
        "--body=x | nothing to classify: give --status for a reply, or --exception",
        "--status=429 --body=@/no/such | --body: the file '/no/such' cannot be read: it is not there",
        "/no/such | the file '/no/such' cannot be read: it is not there",
        "/ | '/' is a folder; a file is expected",
        "--entry=0 | --entry: must be a whole number from 1 to 9007199254740992, was '0'",
        "--json | nothing was given; paste what curl -i printed, or give a HAR file"
      })
  void refusesWhatItCannotRead(String flags, String message) {
    CommandRun run = CommandRun.of(("explain " + flags).split(" "));

    assertThat(run.err().lines()).first().isEqualTo("error: " + message);
    assertThat(run.err()).endsWith("try: forbear explain --help\n");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void asksAPersonToPaste() {
    Terminal keyboard = new Terminal(true, false, false, false);

    CommandRun run = CommandRun.on(
        keyboard, new ByteArrayInputStream(LIMITED.getBytes(StandardCharsets.UTF_8)), "explain");

    assertThat(run.err())
        .isEqualTo("paste what curl -i printed; Ctrl-D on a line of its own ends\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void helpsWithExamplesAndExitCodes() {
    CommandRun help = CommandRun.of("explain", "--help");

    assertThat(help.out())
        .contains("Usage: forbear explain", "Examples:", "curl -i", "--entry", "  0 ", "  2 ");
    assertThat(help.out().lines().mapToInt(String::length).max().orElse(0))
        .isLessThanOrEqualTo(UsageErrors.WIDTH + 10);
  }

  private static String row(String flags, String label) {
    return CommandRun.of(("explain " + flags).split(" "))
        .out()
        .lines()
        .filter(line -> line.startsWith("  " + label + "  "))
        .findFirst()
        .orElse("")
        .substring(2 + "may have run".length())
        .strip();
  }

  private static String entry(int status, String type, String text) {
    return ("{\"request\":{\"url\":\"https://x.example/\"},\"response\":{\"status\":%d,"
            + "\"headers\":[{\"name\":\"content-type\",\"value\":\"%s\"}],\"content\":{\"text\":\"%s\"}}}")
        .formatted(status, type, text);
  }
}
