package dev.forbear.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.StreamResult;
import dev.forbear.Task;
import dev.forbear.TaskStream;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.AfterCommit;
import dev.forbear.task.Targets;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedCall;
import dev.forbear.testkit.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about streams: its screen is compiled, and shows in each state what the page says. */
class StreamsPageTest {

  private static final Path PAGE = Path.of("../docs/streams.md");
  private static final Path SCREEN =
      Path.of("src/test/java/dev/forbear/conformance/streams/Screen.java");
  private static final Path SELF =
      Path.of("src/test/java/dev/forbear/conformance/streams/StreamsPageTest.java");

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private final VirtualTime time = new VirtualTime();
  private final Task task = Task.named("answer").repeatable().deadline(Duration.ofSeconds(20));

  @Test
  void showsTheTimeLeftWhileItWaits() {
    assertThat(seenAt(150, "503 in 100ms, stream(a, done)"))
        .isEqualTo("'' 0 tools, busy: again in 0.3 s, giving up in 19.9 s [cancel]");
  }

  @Test
  void showsThatItThinksAndThenTheAnswer() {
    assertThat(seenAt(150, "stream(Hel, lo, done) every 20ms in 200ms"))
        .isEqualTo("'' 0 tools, thinking [cancel]");
    assertThat(seenAt(225, "stream(Hel, lo, done) every 20ms in 200ms"))
        .isEqualTo("'Hel' 0 tools,  [cancel]");
  }

  @Test
  void showsAToolCallThatIsStillOpenAndCarriesNothingOut() {
    assertThat(seenAt(150, "stream(One, tool:{, done) every 50ms"))
        .isEqualTo("'One' 0 tools, preparing a tool call [cancel]");
  }

  @Test
  void showsAWholeAnswerWithoutAMark() {
    assertThat(seenAtTheEnd("stream(Hello, done)", task)).isEqualTo("'Hello' 0 tools,  []");
  }

  @Test
  void saysThatAFallbackAnswered() {
    assertThat(seenAtTheEnd("429 after 1m, stream(Hello, done)", task))
        .isEqualTo("'Hello' 0 tools, answered by B []");
  }

  @Test
  void keepsWhatWasCutOffAndOffersToContinueOrToStartAgain() {
    assertThat(seenAtTheEnd("stream(Hel) then break", task))
        .isEqualTo("'Hel' 0 tools, cut off: STREAM_INTERRUPTED [continue, start again]");
  }

  @Test
  void dropsWhatWasCutOffOnlyWhenANewAnswerBegins() {
    assertThat(seenAtTheEnd(
            "stream(Hel) then break, stream(Hello, done)", task.afterCommit(AfterCommit.RESTART)))
        .isEqualTo("'Hello' 0 tools,  []");
  }

  @Test
  void isNotSureWhetherAWriteWasCarriedOut() {
    assertThat(seenAtTheEnd("reset in 100ms", task.write()))
        .isEqualTo("'' 0 tools, not sure whether it was carried out [look it up]");
  }

  @Test
  void saysWhyThereIsNoAnswerAndWhenToComeBack() {
    assertThat(seenAtTheEnd("400", task))
        .isEqualTo("'' 0 tools, no answer: PERMANENT [start again]");
    assertThat(seenAtTheEnd("429 after 1m x2", task))
        .isEqualTo("'' 0 tools, no answer: ATTEMPTS, not before 60.0 s [start again]");
  }

  @Test
  void stopsWhereItIsWhenCancelled() {
    CancelToken token = new CancelToken();
    time.alarm(Duration.ofMillis(150).toNanos(), token::cancel);

    assertThat(seenAtTheEnd("stream(Hel) every 100ms then hang", task.cancelledBy(token)))
        .isEqualTo("'Hel' 0 tools, stopped [start again]");
  }

  @Test
  void continuesWithWhatWasDeliveredOrStartsAgainAsATaskOfItsOwn() {
    Forbear forbear = forbear(time, new Screen());
    ScriptedCall call = new ScriptedCall(
        Script.parse("stream(Hel) then break, stream(lo, done), stream(Hello, done)"), time);

    Outcome<StreamResult> broken = forbear.stream(task, call.streaming()).forEach(part -> {});
    assertThat(broken).isInstanceOf(Outcome.Partial.class);
    Outcome.Partial<StreamResult> partial = (Outcome.Partial<StreamResult>) broken;

    // "continue": the prompt of a new task holds partial.report().delivered() as what was said.
    StreamResult delivered = Objects.requireNonNull(partial.report().delivered());
    String rest = textOf(forbear.stream(task, call.streaming()));
    assertThat(delivered.text() + rest).isEqualTo("Hello");

    // "start again": the text is cleared, and the same question asked anew.
    assertThat(textOf(forbear.stream(task, call.streaming()))).isEqualTo("Hello");
  }

  @Test
  void cancelsByTheTokenOrByTheOutcome() {
    CancelToken token = new CancelToken();
    Forbear forbear = forbear(time, new Screen());
    ScriptedCall call = new ScriptedCall(Script.parse("hang x2"), time);

    TaskStream first = forbear.stream(task.cancelledBy(token), call.streaming());
    first.subscribe(new Reader(Long.MAX_VALUE));
    token.cancel();
    TaskStream second = forbear.stream(task, call.streaming());
    second.subscribe(new Reader(Long.MAX_VALUE));
    second.outcome().cancel(true);

    assertThat(call.made()).extracting(ScriptedCall.Made::abortedAtMs).containsExactly(0.0, 0.0);
  }

  @Test
  void repeatsAWriteOnlyUnderItsOwnKey() {
    Forbear forbear = forbear(time, new Screen());
    ScriptedCall call = new ScriptedCall(Script.parse("reset, stream(sent, done)"), time);

    Outcome<StreamResult> outcome =
        forbear.stream(task.write("order-17"), call.streaming()).forEach(part -> {});

    assertThat(outcome).isInstanceOf(Outcome.Success.class);
    assertThat(call.made())
        .extracting(ScriptedCall.Made::key)
        .containsExactly("order-17", "order-17");
  }

  @Test
  void pageShowsTheScreenAsItIsCompiled() throws IOException {
    String source = Files.readString(SCREEN);
    String region = between(source, "// page:begin\n", "  // page:end").stripTrailing();

    assertThat(between(Files.readString(PAGE), "```java\n", "\n```").stripTrailing())
        .isEqualTo(region);
  }

  @Test
  void pageNamesNothingThatIsNotCompiled() throws IOException {
    String compiled = Files.readString(SCREEN) + Files.readString(SELF);
    List<String> rows = Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| ") && line.contains("`"))
        .toList();

    assertThat(rows).hasSizeGreaterThan(8);
    for (String row : rows) {
      Matcher code = CODE.matcher(row);
      while (code.find()) {
        assertThat(compiled).as(row).contains(code.group(1));
      }
    }
  }

  /** Everything a person sees at that time. */
  private String seenAt(long atMs, String script) {
    VirtualTime world = new VirtualTime();
    Screen seen = new Screen();
    String[] shown = {""};
    world.alarm(Duration.ofMillis(atMs).toNanos(), () -> shown[0] = seen.toString());
    play(script, task, world, seen);
    return shown[0];
  }

  private String seenAtTheEnd(String script, Task played) {
    Screen seen = new Screen();
    play(script, played, time, seen);
    return seen.toString();
  }

  private static void play(String script, Task played, VirtualTime world, Screen seen) {
    Forbear forbear = forbear(world, seen);
    TaskStream stream =
        forbear.stream(played, new ScriptedCall(Script.parse(script), world).streaming());
    seen.end(stream.forEach(seen::show));
  }

  private static Forbear forbear(VirtualTime world, Screen seen) {
    return Forbear.builder()
        .policy(RetryPolicy.of(
            2, Duration.ofMillis(500), Duration.ofSeconds(8), Duration.ofMillis(200)))
        .targets(
            new Targets(List.of("A", "B"), Long.MAX_VALUE, Set.of(), Double.POSITIVE_INFINITY, 0))
        .timeSource(world)
        .random(() -> 0.5)
        .executor(Runnable::run)
        .listener(seen)
        .build();
  }

  private static String textOf(TaskStream stream) {
    return stream.forEach(part -> {}).orElseThrow().text();
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }
}
