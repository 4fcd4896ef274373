package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The text for cockatiel, compiled strictly and run by cockatiel on Node, in a time of its own. */
@Tag("foreign")
class CockatielTest {

  private static final String LIBRARY = "cockatiel@4.0.0";

  private static final String USE = """
      const [folder, attempts] = process.argv.slice(2);
      const { call, Refused } = await import(`./${folder}/provider-retry.js`);

      let now = 0, timers = [], waits = [];
      globalThis.setTimeout = (run, ms) => {
        const timer = { at: now + ms, run };
        timers.push(timer);
        waits.push(ms);
        return timer;
      };
      globalThis.clearTimeout = (timer) => { timers = timers.filter((each) => each !== timer); };

      /** How often it was sent, what came of it, when, and the timers set. */
      async function play(answer, repeatable = true) {
        now = 0; timers = []; waits = [];
        let calls = 0, end;
        const sent = () => { calls += 1; return answer(); };
        call(sent, repeatable).then(() => { end = "answered"; }, (error) => { end = error.constructor.name; });
        await turn();
        let endedMs = end ? now : undefined;
        while (timers.length > 0) {
          timers.sort((one, other) => one.at - other.at);
          const next = timers.shift();
          now = next.at;
          next.run();
          await turn();
          if (end && endedMs === undefined) endedMs = now;
        }
        return { calls, end, endedMs, waits };
      }
      const turn = () => new Promise((done) => setImmediate(done));

      const status = (number, headers = {}) => async () => {
        if (number === 0) throw new TypeError("fetch failed");
        if (number >= 400) throw new Refused(number, new Headers(headers));
        return number;
      };
      const silent = () => new Promise(() => {});
      const calls = async (number, repeatable) => (await play(status(number), repeatable)).calls;
      const firstWait = async (headers) => (await play(status(503, headers))).waits.find((ms) => ms !== 30000);

      const said = {
        calls: [await calls(503), await calls(529), await calls(0), await calls(200),
                await calls(400), await calls(501)],
        writes: [await calls(429, false), await calls(500, false), await calls(0, false)],
        hints: [await firstWait({ "Retry-After": "60" }), await firstWait({ "retry-after-ms": "61000" }),
                await firstWait({ "Retry-After": "soon" }),
                await firstWait({ "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT" }),
                await firstWait({ "Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT" })],
        silent: await play(silent),
        waits: [],
      };
      const chance = Math.random;
      Math.random = () => 0.9999;
      said.longest = await play(status(503));
      Math.random = chance;
      if (attempts > 0) {
        for (let i = 0; i < 4000; i++) said.waits.push((await play(status(503))).waits);
      }
      console.log(JSON.stringify(said));
      """;

  @Test
  void countsAttemptsAndDrawsTheWaitsItsFiguresArePlannedWith() {
    Path root = Machine.folder("cockatiel");
    if (!Npm.isReady(root, LIBRARY, "generated cockatiel")) {
      return;
    }
    Map<String, Recipe> recipes = new LinkedHashMap<>(Golden.recipes());
    Recipe open = Recipe.of(4, 500, 20_000);
    recipes.put("open", open);
    recipes.put("equal", Recipe.of(6, 500, 2500).withWaits(3, Jitter.EQUAL, HintRule.FLOOR));
    recipes.put("none", Recipe.of(5, 100, Recipe.NONE).withWaits(1.5, Jitter.NONE, HintRule.FLOOR));
    recipes.put("on-top", Recipe.of(3, 500, 800).withWaits(2, Jitter.NONE, HintRule.ON_TOP));
    recipes.put("short", open.withDeadline(3000, 1000));
    recipes.put("timed", open.withAttemptTimeout(700));
    List<String> files = new ArrayList<>();
    recipes.forEach((name, recipe) -> {
      files.add(name + "/provider-retry.ts");
      Machine.write(
          root.resolve(files.get(files.size() - 1)),
          Generated.of(recipe, Target.COCKATIEL).text());
    });
    Npm.compile(root, files);
    Machine.write(root.resolve("use.mjs"), USE);

    JsonNode said = said(root, "open", open);
    assertThat(said.path("calls").toString()).isEqualTo("[4,4,4,1,1,1]");
    assertThat(said.path("writes").toString()).isEqualTo("[4,1,1]");
    assertThat(said.path("hints").get(0).doubleValue()).isEqualTo(60_000);
    assertThat(said.path("hints").get(1).doubleValue()).isEqualTo(61_000);
    assertThat(said.path("hints").get(2).doubleValue()).isLessThan(500);
    assertThat(said.path("hints").get(3).doubleValue()).isLessThan(500);
    assertThat(said.path("hints").get(4).doubleValue()).isEqualTo(Integer.MAX_VALUE);
    said(root, "equal", recipes.getOrDefault("equal", open));
    said(root, "none", recipes.getOrDefault("none", open));
    JsonNode onTop = said(root, "on-top", recipes.getOrDefault("on-top", open));
    assertThat(onTop.path("hints").get(0).doubleValue()).isEqualTo(60_500);
  }

  @Test
  void endsAtItsLimitsAndSendsNothingAfterThem() {
    Path root = Machine.folder("cockatiel-limits");
    if (!Npm.isReady(root, LIBRARY, "generated cockatiel")) {
      return;
    }
    Recipe open = Recipe.of(4, 500, 20_000);
    Machine.write(root.resolve("use.mjs"), USE);
    Machine.write(
        root.resolve("deadline/provider-retry.ts"),
        Generated.of(open.withDeadline(3000, 1000), Target.COCKATIEL).text());
    Machine.write(
        root.resolve("attempt/provider-retry.ts"),
        Generated.of(open.withAttemptTimeout(700), Target.COCKATIEL).text());
    Machine.write(
        root.resolve("single/provider-retry.ts"),
        Generated.of(Recipe.of(1, 500, 1000), Target.COCKATIEL).text());
    Npm.compile(
        root,
        List.of(
            "deadline/provider-retry.ts", "attempt/provider-retry.ts", "single/provider-retry.ts"));

    JsonNode deadline = said(root, "deadline");
    assertThat(deadline.path("silent").path("calls").intValue()).isEqualTo(1);
    assertThat(deadline.path("silent").path("endedMs").doubleValue()).isEqualTo(3000);
    assertThat(deadline.path("silent").path("end").textValue()).isEqualTo("TaskCancelledError");
    // Waits of 499 and 999 ms; the third, of 1999, is cut, and nothing is sent after it.
    assertThat(deadline.path("longest").path("calls").intValue()).isEqualTo(3);
    assertThat(deadline.path("longest").path("endedMs").doubleValue()).isEqualTo(3000);

    JsonNode attempt = said(root, "attempt");
    assertThat(attempt.path("silent").path("calls").intValue()).isEqualTo(4);
    assertThat(attempt.path("silent").path("endedMs").doubleValue())
        .isBetween(2800.0, 2800.0 + 3500);

    assertThat(said(root, "single").path("calls").toString()).isEqualTo("[1,1,1,1,1,1]");
  }

  private static JsonNode said(Path root, String name, Recipe recipe) {
    JsonNode said =
        Played.json(Npm.node(root, "use.mjs", name, Integer.toString(recipe.maxAttempts())));
    int[] drawn = new int[recipe.maxAttempts()];
    Draws.assertFollow(
        Target.COCKATIEL.draft(recipe).waits(),
        attempt -> said.path("waits").get(drawn[attempt - 1]++).get(attempt - 1).doubleValue());
    return said;
  }

  private static JsonNode said(Path root, String name) {
    return Played.json(Npm.node(root, "use.mjs", name, "0"));
  }
}
