package dev.forbear.providers;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.forbear.classify.Classified;
import dev.forbear.classify.ProviderReply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Whatever a server sends, a verdict comes of it: nothing throws, and a hint is a finite number of milliseconds.
 *
 * <p>In an ordinary build it replays the inputs kept beside it. To look for new ones: {@code JAZZER_FUZZ=1 mvn -pl core,providers
 * test -Dtest=ClassifierFuzzTest -Dsurefire.failIfNoSpecifiedTests=false}; what it finds is written into that folder, to be
 * committed with the fix.
 */
class ClassifierFuzzTest {

  private static final long NOW_MS = 1_796_040_000_000L;
  private static final double LONGEST_MS = 9_007_199_254_740_991.0;

  private static final int[] STATUSES = {
    200, 400, 401, 402, 403, 404, 408, 409, 413, 422, 424, 429, 498, 499, 500, 502, 503, 504, 520,
    522, 529, 999
  };

  private static final List<String> TYPES =
      List.of("application/json", "text/event-stream", "application/x-ndjson", "text/html", "");

  /** The first byte picks a status and a content type, the others are the body. */
  @FuzzTest(maxDuration = "60s")
  void judgesWhateverComes(byte[] data) {
    if (data.length == 0) {
      return;
    }
    int pick = data[0] & 0xff;
    int status = STATUSES[pick % STATUSES.length];
    String body = new String(data, 1, data.length - 1, StandardCharsets.UTF_8);
    for (String type : TYPES) {
      ProviderReply reply = new ProviderReply(status, Map.of("content-type", List.of(type)), body);
      check(Providers.any(), reply);
      check(Providers.all().get(pick % Providers.all().size()), reply);
    }
  }

  private static void check(Provider provider, ProviderReply reply) {
    Classified verdict = provider.classify(reply, NOW_MS);

    double hintMs = verdict.retryAfterMs().orElse(0);
    assertThat(hintMs).isBetween(0.0, LONGEST_MS);
    assertThat(hintMs).isEqualTo(Math.rint(hintMs));
    assertThat(verdict.rule()).hasSizeLessThan(400);
    assertThat(provider.classify(reply, NOW_MS)).as("the same again").isEqualTo(verdict);
  }
}
