package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.Durations;
import com.google.protobuf.util.JsonFormat;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import io.envoyproxy.envoy.config.route.v3.RetryPolicy;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.fabric8.istio.api.api.networking.v1alpha3.HTTPRetry;
import io.fabric8.istio.api.api.networking.v1alpha3.HTTPRoute;
import io.fabric8.istio.api.networking.v1.VirtualService;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The texts for Envoy and Istio, read into the messages these are configured with. */
class MeshTest {

  private static final Recipe PUBLISHED = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);

  private static final YAMLMapper YAML = YAMLMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .build();

  @Test
  void tellsEnvoyRetriesAndNotAttempts() {
    Route route = route(PUBLISHED.withAttemptTimeout(2500));
    RetryPolicy policy = route.getRoute().getRetryPolicy();

    assertThat(policy.getNumRetries().getValue()).isEqualTo(3);
    assertThat(policy.getRetriableStatusCodesList()).isEqualTo(Recipe.DEFAULT_STATUSES);
    assertThat(policy.getRetryOn())
        .isEqualTo("connect-failure,refused-stream,reset,retriable-status-codes");
    assertThat(milliseconds(route.getRoute().getTimeout())).isEqualTo(30_000);
    assertThat(milliseconds(policy.getPerTryTimeout())).isEqualTo(2500);
    assertThat(milliseconds(policy.getRetryBackOff().getBaseInterval())).isEqualTo(500);
    assertThat(milliseconds(policy.getRetryBackOff().getMaxInterval())).isEqualTo(20_000);
    assertThat(milliseconds(policy.getRateLimitedRetryBackOff().getMaxInterval()))
        .isEqualTo(30_000);
    assertThat(Generated.of(PUBLISHED, Target.ENVOY).differences())
        .noneMatch(difference -> difference.startsWith("Its waits"));
  }

  @Test
  void givesEnvoyIntervalsItTakesForEveryPolicy() {
    for (Recipe recipe : Golden.recipes().values()) {
      Route route = route(recipe);
      RetryPolicy policy = route.getRoute().getRetryPolicy();

      assertThat(route.getRoute().hasTimeout()).isTrue();
      assertThat(route.getRoute().hasRetryPolicy()).isEqualTo(recipe.maxAttempts() > 1);
      if (recipe.maxAttempts() > 1) {
        assertThat(policy.getNumRetries().getValue()).isEqualTo(recipe.maxAttempts() - 1);
        // Left out, the longest would be ten times the base.
        assertThat(policy.getRetryBackOff().hasMaxInterval()).isTrue();
        long baseMs = milliseconds(policy.getRetryBackOff().getBaseInterval());
        assertThat(baseMs).isPositive();
        assertThat(milliseconds(policy.getRetryBackOff().getMaxInterval()))
            .isGreaterThanOrEqualTo(baseMs);
      }
    }
  }

  @Test
  void drawsAroundTheAverageAskedForWhereEnvoyCannotSpreadAsAsked() {
    Recipe equal = Recipe.of(4, 500, 1500).withWaits(3, Jitter.EQUAL, HintRule.FLOOR);
    RetryPolicy.RetryBackOff backOff = route(equal).getRoute().getRetryPolicy().getRetryBackOff();

    assertThat(milliseconds(backOff.getBaseInterval())).isEqualTo(750);
    assertThat(milliseconds(backOff.getMaxInterval())).isEqualTo(2250);
    assertThat(Generated.of(equal, Target.ENVOY).differences())
        .contains("Its waits are 0–750, 0–1500, 0–2250 ms, not 250–500, 750–1500, 750–1500 ms.");
  }

  @Test
  void tellsIstioRetriesAndNotAttempts() {
    HTTPRoute route = http(PUBLISHED.withAttemptTimeout(2500));
    HTTPRetry retries = route.getRetries();

    assertThat(retries.getAttempts()).isEqualTo(3);
    assertThat(retries.getPerTryTimeout()).isEqualTo("2.5s");
    assertThat(retries.getRetryOn())
        .isEqualTo("connect-failure,refused-stream,reset,408,409,425,429,500,502,503,504");
    assertThat(route.getTimeout()).isEqualTo("30s");
    assertThat(retries.getAdditionalProperties()).containsEntry("backoff", "0.5s");
    assertThat(http(Recipe.of(1, 500, 1000)).getRetries().getAttempts()).isZero();
  }

  @Test
  void hasNoFieldThatTheMessagesOfIstioDoNotKnow() {
    for (Recipe recipe : Golden.recipes().values()) {
      HTTPRoute route = http(recipe);

      assertThat(route.getAdditionalProperties()).isEmpty();
      assertThat(route.getRetries().getAttempts()).isEqualTo(recipe.maxAttempts() - 1);
      // Newer than the messages.
      assertThat(route.getRetries().getAdditionalProperties().keySet())
          .isEqualTo(recipe.maxAttempts() > 1 ? Set.of("backoff") : Set.of());
    }
  }

  @Test
  void saysThatIstioGrowsToTenTimesTheBackoff() {
    Recipe growing = Recipe.of(8, 500, 20_000);

    assertThat(Target.ISTIO.draft(growing).waits().stream().map(Law::maxMs))
        .containsExactly(500.0, 1000.0, 2000.0, 4000.0, 5000.0, 5000.0, 5000.0);
    Generated generated = Generated.of(growing, Target.ISTIO);
    assertThat(generated.here().longestMs()).isEqualTo(8 * 1200 + 22_500);
    assertThat(generated.asked().longestMs()).isGreaterThan(generated.here().longestMs());
    assertThat(generated.differences())
        .contains(
            "It takes only registered numbers for statuses; not repeated: 520, 521, 522, 523, 524, 529.");
  }

  @Test
  void wouldNoticeAFieldThatIsMisspelt() {
    String text = Generated.of(PUBLISHED, Target.ENVOY).text().replace("num_retries", "retries");

    assertThatThrownBy(() -> route(text)).hasMessageContaining("Cannot find field: retries");
  }

  private static Route route(Recipe recipe) {
    return route(Generated.of(recipe, Target.ENVOY).text());
  }

  private static Route route(String text) {
    Route.Builder route = Route.newBuilder();
    try {
      JsonFormat.parser().merge(YAML.readTree(text).toString(), route);
    } catch (InvalidProtocolBufferException | JsonProcessingException broken) {
      throw new AssertionError(broken.getMessage() + "\n" + text, broken);
    }
    return route.build();
  }

  private static HTTPRoute http(Recipe recipe) {
    String text = Generated.of(recipe, Target.ISTIO).text();
    try {
      VirtualService service = YAML.readValue(text, VirtualService.class);
      assertThat(service.getAdditionalProperties()).isEmpty();
      assertThat(service.getSpec().getAdditionalProperties()).isEmpty();
      List<HTTPRoute> routes = service.getSpec().getHttp();
      assertThat(routes).hasSize(1);
      return routes.get(0);
    } catch (JsonProcessingException broken) {
      throw new AssertionError(text, broken);
    }
  }

  private static long milliseconds(Duration duration) {
    return Durations.toMillis(duration);
  }
}
