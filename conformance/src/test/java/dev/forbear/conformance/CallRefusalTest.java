package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong usage of the command {@code call}: said in a line, without a secret, before anything is sent. */
class CallRefusalTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "http://127.0.0.1:9/SECRET path | the URL cannot be read: Illegal character in path at character 26; write such characters as %20",
        "http://SECRET:SEC%ZZ@h/ | the URL cannot be read: Malformed escape pair",
        "SECRET.example.com/x | the URL must begin with http:// or https://",
        "127.0.0.1:8080/SECRET | the URL must begin with http:// or https://",
        "SECRET | the URL must begin with http:// or https://",
        "localhost:11434/SECRET | the URL must begin with http:// or https://",
        "ftp://SECRET/ | the URL must begin with http:// or https://",
        "http:///SECRET | the URL has no host that can be read",
        "http://my_host/SECRET | the URL has no host that can be read",
        "http://127.0.0.1:65536/SECRET | the port of the URL must be 1 to 65535, was 65536",
        "http:// | the URL cannot be read: Expected authority"
      })
  void refusesAnAddressThatCannotBeCalled(String url, String message) {
    assertRefused(message, url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "-H;SECRET-token | -H must be 'NAME: VALUE', was a text of 12 characters without a colon",
        "-H;: SECRET | -H must be 'NAME: VALUE', was a text of 8 characters without a name",
        "-H;na me: SECRET | -H: the name or the value of header 'na me' holds characters that HTTP does not allow",
        "-H;Host: SECRET | -H: 'host' is set by the client itself; leave it out",
        "-H;content-length: 5 | -H: 'content-length' is set by the client itself; leave it out",
        "-X;GE T | -X: 'GE T' is not a method that can be sent; use one such as POST",
        "-d;@/no/such/file | -d: the file '/no/such/file' cannot be read: it is not there",
        "-d;@/ | -d: the file '/' cannot be read",
        "--key; | the operation key must not be blank",
        "--key;ä\u0100 | --key holds characters that a header cannot carry",
        "--write;--repeatable | give one of --repeatable, --undeclared and --write",
        "--deadline;0 | --deadline must be more than 0",
        "--deadline;20 | --deadline: 20 has no unit: 20ms or 20s?",
        "--minimum;0 | --minimum must be more than 0",
        "http://other.example/SECRET | an argument of length 2",
        "--key=SECRET;-H;idempotency-key: SECRET | give the key once: either --key or -H 'Idempotency-Key: …'",
        "-uSECRET:SECRET | there is no flag '-u'",
        "--user=SECRET:SECRET | there is no flag '--user'"
      })
  void refusesWrongUsageBeforeAnythingIsSent(String flags, String message) {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      List<String> args = new ArrayList<>(List.of(flags.split(";", -1)));
      args.add(provider.uri().toString());

      assertRefused(message, args.toArray(String[]::new));
      assertThat(provider.requests()).isEmpty();
    }
  }

  @Test
  void explainsItsExitCodesInTheHelp() {
    String help = CommandRun.of("", "call", "--help").out();

    assertThat(help)
        .contains("Examples:", "  0     success", "  1     failed", "  2     wrong usage")
        .contains("  3     unknown", "  130   cancelled");
  }

  @Test
  void asksForTheAddress() {
    assertRefused("Missing required parameter: 'URL'");
  }

  private static void assertRefused(String message, String... args) {
    List<String> command = new ArrayList<>(List.of("call"));
    command.addAll(List.of(args));

    CommandRun run = CommandRun.of("", command.toArray(String[]::new));

    assertThat(run.err()).startsWith("error: " + message).doesNotContain("SECRET");
    assertThat(run.err().lines()).hasSize(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }
}
