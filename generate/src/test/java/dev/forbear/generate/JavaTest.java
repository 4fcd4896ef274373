package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The plain Java text, compiled and run. */
class JavaTest {

  /** Reads one course a line as plain words, because the JDK has no JSON; see {@link #words}. */
  private static final String PLAY = """
      import java.io.IOException;
      import java.net.URI;
      import java.net.http.HttpClient;
      import java.net.http.HttpHeaders;
      import java.net.http.HttpRequest;
      import java.net.http.HttpResponse;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.time.Duration;
      import java.util.*;
      import javax.net.ssl.SSLSession;

      public final class Play {
        record Reply(int statusCode, HttpHeaders headers) implements HttpResponse<String> {
          public HttpRequest request() { return null; }
          public Optional<HttpResponse<String>> previousResponse() { return Optional.empty(); }
          public String body() { return ""; }
          public Optional<SSLSession> sslSession() { return Optional.empty(); }
          public URI uri() { return null; }
          public HttpClient.Version version() { return null; }
        }

        static long now;
        static int sent;
        static int drawn;

        public static String play(String folder) throws Exception {
          StringBuilder out = new StringBuilder();
          for (String line : Files.readAllLines(Path.of(folder, "courses.txt"))) {
            String[] fields = line.split("\\\\|", -1);
            long nowMs = Long.parseLong(fields[1]);
            String[] draws = fields[2].split(" ");
            List<Double> waits = new ArrayList<>();
            List<Double> timeouts = new ArrayList<>();
            now = Long.MAX_VALUE - 5_000_000_000L;
            long start = now;
            sent = 0;
            drawn = 0;
            Retries retries = new Retries(
                () -> now,
                duration -> {
                  waits.add(duration.toNanos() / 1e6);
                  now += duration.toNanos();
                },
                () -> Double.parseDouble(draws[drawn++]),
                () -> nowMs + Math.round((now - start) / 1e6));
            String end = "success";
            try {
              retries.<String>call(Boolean.parseBoolean(fields[0]), timeout -> {
                timeouts.add({{timeout}});
                String[] attempt = fields[3 + sent++].split("\\\\^", -1);
                now += (long) (Double.parseDouble(attempt[1]) * 1e6);
                if (attempt[0].equals("0")) {
                  throw new IOException("reset");
                }
                Map<String, List<String>> headers = new HashMap<>();
                for (int i = 2; i + 1 < attempt.length; i += 2) {
                  headers.put(attempt[i], List.of(attempt[i + 1]));
                }
                return new Reply(Integer.parseInt(attempt[0]), HttpHeaders.of(headers, (a, b) -> true));
              });
            } catch (Retries.GaveUp gaveUp) {
              end = gaveUp.reason().name().toLowerCase(Locale.ROOT);
              if (gaveUp.attempts() != sent) {
                throw new AssertionError(gaveUp);
              }
            }
            out.append("{\\"waits\\":" + waits + ",\\"timeouts\\":" + timeouts + ",\\"attempts\\":" + sent
                + ",\\"end\\":\\"" + end + "\\"}\\n");
          }
          return out.toString();
        }
      }
      """;

  @Test
  void waitsAndEndsAsTheRulesDo() {
    Golden.recipes().forEach((name, recipe) -> {
      JsonNode courses = Golden.courses(recipe);
      Path folder = Machine.folder("java-" + name);
      Machine.write(folder.resolve("courses.txt"), words(courses));
      String play = recipe.limitsAttempts()
          ? PLAY.replace("{{timeout}}", "timeout.toNanos() / 1e6")
          : PLAY.replace("timeout -> {", "() -> {").replace("{{timeout}}", "-1.0");
      String retries = Generated.of(recipe, Target.JAVA).text();

      Compiled compiled = Compiled.of(folder, Map.of("Retries.java", retries, "Play.java", play));

      String output = (String) compiled.call("Play", "play", folder.toString());
      Played.assertAsExpected("java " + name, courses, output);
    });
  }

  @Test
  void runsOnTheClocksOfTheMachineToo() {
    String retries = Generated.of(Recipe.of(2, 1, 1), Target.JAVA).text();
    String use = """
        public final class Use {
          public static Object use() throws Exception {
            try {
              return new Retries().call(true, () -> { throw new java.io.IOException("down"); });
            } catch (Retries.GaveUp gaveUp) {
              return gaveUp.getMessage() + " " + gaveUp.getCause().getMessage();
            }
          }
        }
        """;

    Compiled compiled =
        Compiled.of(Machine.folder("java-use"), Map.of("Retries.java", retries, "Use.java", use));

    assertThat(compiled.call("Use", "use"))
        .isEqualTo("gave up after 2 attempts (ATTEMPTS); last: no reply down");
  }

  private static String words(JsonNode courses) {
    List<String> lines = new ArrayList<>();
    for (JsonNode course : courses) {
      List<String> fields = new ArrayList<>();
      fields.add(course.path("repeatable").asText());
      fields.add(course.path("nowMs").asText());
      fields.add(String.join(
          " ", Golden.list(course.path("random")).stream().map(JsonNode::asText).toList()));
      for (JsonNode attempt : course.path("attempts")) {
        StringBuilder words = new StringBuilder(attempt.path("status").asText());
        words.append('^').append(attempt.path("ms").asText());
        attempt
            .path("headers")
            .properties()
            .forEach(header -> words
                .append('^')
                .append(header.getKey())
                .append('^')
                .append(header.getValue().textValue()));
        fields.add(words.toString());
      }
      lines.add(String.join("|", fields));
    }
    return String.join("\n", lines);
  }
}
