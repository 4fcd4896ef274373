package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The texts for Java libraries, compiled against the real library and run by it. */
class JavaLibrariesTest {

  private static final Recipe PUBLISHED = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);

  /** So short that a call can be made for real: what is counted is attempts. */
  private static final Recipe SHORT = Recipe.of(4, 2, 3).withDeadline(30_000, 1000);

  private static final List<Recipe> WAITS = List.of(
      PUBLISHED,
      Recipe.of(6, 500, 1000),
      PUBLISHED.withWaits(3, Jitter.EQUAL, HintRule.FLOOR),
      Recipe.of(5, 100, Recipe.NONE).withWaits(1.5, Jitter.NONE, HintRule.FLOOR),
      Recipe.of(3, 0, 1000));

  @ParameterizedTest
  @EnumSource(names = {"RESILIENCE4J", "FAILSAFE", "SPRING", "AWS_SDK"})
  void countsAttemptsAndNotRetries(Target target) {
    Compiled compiled = compiled(target, SHORT, "calls");

    assertThat(calls(compiled, 503, true)).isEqualTo(4);
    assertThat(calls(compiled, 529, true)).isEqualTo(4);
    assertThat(calls(compiled, 0, true)).as("error of the transport").isEqualTo(4);
    assertThat(calls(compiled, 200, true)).isEqualTo(1);
    assertThat(calls(compiled, 400, true)).isEqualTo(1);
    assertThat(calls(compiled, 501, true)).isEqualTo(1);
    assertThat(calls(compiled(target, Recipe.of(1, 2, 3), "single"), 503, true)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESILIENCE4J", "FAILSAFE", "SPRING", "AWS_SDK"})
  void repeatsOnlyRefusalsOfWhatMustNotRunTwice(Target target) {
    Compiled compiled = compiled(target, SHORT, "writes");

    assertThat(calls(compiled, 429, false)).isEqualTo(4);
    assertThat(calls(compiled, 500, false)).isEqualTo(1);
    assertThat(calls(compiled, 0, false)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESILIENCE4J", "FAILSAFE", "SPRING", "AWS_SDK"})
  void drawsTheWaitsItsFiguresArePlannedWith(Target target) {
    for (Recipe recipe : WAITS) {
      Compiled compiled = compiled(target, recipe, "waits" + WAITS.indexOf(recipe));

      Draws.assertFollow(target.draft(recipe).waits(), attempt -> wait(compiled, attempt));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RESILIENCE4J", "FAILSAFE"})
  void neverWaitsLessThanTheProviderAsksFor(Target target) {
    Compiled floor = compiled(target, PUBLISHED, "floor");
    Recipe fixed = PUBLISHED.withWaits(2, Jitter.NONE, HintRule.ON_TOP);
    Compiled onTop = compiled(target, fixed, "on-top");

    assertThat(wait(floor, 1, "Retry-After", "60")).isEqualTo(60_000);
    assertThat(wait(floor, 1, "retry-after-ms", "1500")).isEqualTo(1500);
    assertThat(wait(floor, 1, "Retry-After", "soon")).isLessThan(500);
    assertThat(wait(floor, 1, "Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")).isLessThan(500);
    assertThat(wait(floor, 1, "Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT")).isGreaterThan(1e11);
    assertThat(wait(onTop, 2, "Retry-After", "60")).isEqualTo(61_000);
  }

  @Test
  void refusesOrShortensAWaitBeyondTheDeadlineAsTheDifferencesSay() {
    Recipe late =
        Recipe.of(4, 60_000, 60_000).withWaits(1, Jitter.NONE, HintRule.FLOOR).withDeadline(40, 1);

    assertThat(calls(compiled(Target.SPRING, late, "late"), 503, true)).isEqualTo(1);
    // Woken a little early it finds a little time left, and shortens once more.
    assertThat((int) calls(compiled(Target.FAILSAFE, late, "late"), 503, true)).isBetween(2, 4);
  }

  /** Beyond 24 days a number of milliseconds is no int, and beyond 2^31 neither is a multiplier. */
  @ParameterizedTest
  @EnumSource(names = {"JAVA", "RESILIENCE4J", "FAILSAFE", "SPRING", "AWS_SDK"})
  void compilesWithTimesOfYears(Target target) {
    double yearMs = 365 * 86_400_000.0;
    Recipe years = Recipe.of(4, yearMs, 3 * yearMs)
        .withDeadline(40 * yearMs, yearMs)
        .withAttemptTimeout(2 * yearMs)
        .withWaits(3e9, Jitter.FULL, HintRule.FLOOR);
    List<Recipe> recipes = List.of(
        years,
        years.withWaits(1, Jitter.NONE, HintRule.FLOOR),
        years.withWaits(2, Jitter.EQUAL, HintRule.ON_TOP));
    for (Recipe recipe : recipes) {
      Generated generated = Generated.of(recipe, target);
      Path folder = Machine.folder(target.word() + "-years" + recipes.indexOf(recipe));

      assertThat(Compiled.of(folder, Map.of(generated.fileName(), generated.text())))
          .isNotNull();
    }
  }

  private static Compiled compiled(Target target, Recipe recipe, String name) {
    Path folder = Machine.folder(target.word() + "-" + name);
    Generated generated = Generated.of(recipe, target);
    return Compiled.of(
        folder,
        Map.of(
            generated.fileName(),
            generated.text(),
            "Use.java",
            JavaUses.of(target),
            "Reply.java",
            JavaUses.REPLY));
  }

  private static Object calls(Compiled compiled, int status, boolean repeatable) {
    return compiled.call("Use", "calls", status, repeatable, new String[0]);
  }

  private static double wait(Compiled compiled, int attempt, String... header) {
    return (double) compiled.call("Use", "wait", attempt, header);
  }
}
