package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code forbear} with pretended tools: when it builds, what it hands on, what it says. */
@Timeout(120)
class LauncherTest {

  private final Path folder;
  private final Checkout checkout;

  LauncherTest(@TempDir Path folder) {
    this.folder = folder;
    this.checkout = new Checkout(folder, List.of());
  }

  @Test
  void buildsOnceAndSaysSoOnStandardErrorOnly() throws Exception {
    CommandRun first = start("decide");
    CommandRun second = start("decide");

    assertThat(first.out()).isEqualTo("[decide]");
    assertThat(first.err())
        .startsWith("forbear: building the command; the first time takes about a minute (log: ")
        .endsWith("forbear: Building Forbear core 1.0 [2/5]\n")
        .doesNotContain("amused");
    assertThat(second).isEqualTo(new CommandRun(0, "[decide]", ""));
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void handsOnArgumentsInputAndExitCodeEvenWhenItBuilds() throws Exception {
    ProcessBuilder start = checkout.start(checkout.launcher(), "two words", "", "*", "--x=$y");
    start.environment().put("JAVA_EXIT", "7");

    CommandRun run = Checkout.run(start, "the input\n");

    assertThat(run.out()).isEqualTo("[two words][][*][--x=$y]the input\n");
    assertThat(run.exitCode()).isEqualTo(7);
  }

  @Test
  void readsNothingWhereStandardInputIsClosed() throws Exception {
    ProcessBuilder start = checkout.start(
        Path.of("/bin/sh"), "-c", "exec \"$0\" decide <&-", checkout.launcher().toString());

    CommandRun run = Checkout.ended(start.start());

    // The pretended Java copies its input, and says so where it has none.
    assertThat(run.out()).isEqualTo("[decide]");
    assertThat(run.err()).doesNotContain("cat:");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void worksThroughLinksFromAnyFolder() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("my bin"));
    Path link = Files.createSymbolicLink(bin.resolve("link"), Path.of("../a checkout/forbear"));
    Path linkToLink = Files.createSymbolicLink(folder.resolve("f"), link);

    assertThat(Checkout.run(checkout.start(link, "a"), "").out()).isEqualTo("[a]");
    assertThat(Checkout.run(checkout.start(linkToLink, "b"), "").out()).isEqualTo("[b]");
    assertThat(Checkout.run(checkout.start(Path.of("./a checkout/forbear"), "c"), "")
            .out())
        .isEqualTo("[c]");
    assertThat(checkout.builds()).isEqualTo(1);
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws Exception {
    start("a");
    touchLater(checkout.source());

    start("b");

    assertThat(checkout.builds()).isEqualTo(2);
  }

  @Test
  void buildsThePageForItsCommandOnlyAndSaysWhereItIs() throws Exception {
    CommandRun other = start("decide");
    CommandRun first = start("page");
    CommandRun second = start("page");

    assertThat(checkout.built()).containsExactly("cli", "page");
    assertThat(other.out()).isEqualTo("[decide]");
    assertThat(first.out()).isEqualTo("page in " + checkout.page() + " [page]");
    assertThat(first.err())
        .startsWith("forbear: building the page; the first time takes about a minute (log: ");
    assertThat(second).isEqualTo(new CommandRun(0, first.out(), ""));
  }

  @Test
  void buildsCommandAndPageAtOnceWhereBothAreMissing() throws Exception {
    start("page");
    start("decide");

    assertThat(checkout.built()).containsExactly("cli,page");
  }

  @Test
  void buildsThePageAgainWhenOneOfItsSourcesIsNewer() throws Exception {
    start("page");
    touchLater(checkout.pageSource());

    start("decide");
    assertThat(checkout.built()).containsExactly("cli,page");

    start("page");
    assertThat(checkout.built()).containsExactly("cli,page", "page");

    Files.delete(checkout.page().resolve("index.html"));
    touchLater(checkout.source());
    start("page");
    assertThat(checkout.built()).containsExactly("cli,page", "page", "cli,page");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "--version", "-V", "--folder", "--folder=x"})
  void buildsNoPageWhereNoneOfThisCheckoutIsShown(String flag) throws Exception {
    CommandRun run =
        Checkout.run(checkout.start(checkout.launcher(), "page", "--no-open", flag), "");

    assertThat(run.out()).isEqualTo("[page][--no-open][" + flag + "]");
    assertThat(checkout.built()).containsExactly("cli");
  }

  @Test
  void showsTheEndOfTheLogWhenTheBuildFails() throws Exception {
    ProcessBuilder failing = checkout.start(checkout.launcher(), "decide");
    failing.environment().put("MVN_EXIT", "1");

    CommandRun run = Checkout.run(failing, "");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains(
            "[ERROR] the compiler is not amused", "forbear: the build failed; the whole log is ");
    assertThat(start("decide").out()).isEqualTo("[decide]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "17.0.15", "21-ea", "25.0.3", "100"})
  void takesEveryJavaFromSeventeenOn(String version) throws Exception {
    checkout.javaVersion(version);

    assertThat(start("decide").out()).isEqualTo("[decide]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"16.0.2", "11.0.1", "1.8.0_402", "9"})
  void refusesAnOlderJava(String version) throws Exception {
    checkout.javaVersion(version);

    CommandRun run = start("decide");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("forbear: Java 17 or newer is needed; '").contains(version);
    assertThat(checkout.builds()).isZero();
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    ProcessBuilder homeless = checkout.start(checkout.launcher(), "decide");
    homeless.environment().put("JAVA_HOME", "/no where");
    assertThat(Checkout.run(homeless, ""))
        .isEqualTo(
            new CommandRun(
                2,
                "",
                "forbear: JAVA_HOME is '/no where', but there is no bin/java in it; correct it or unset it\n"));

    checkout.remove("mvn");
    assertThat(start("decide"))
        .isEqualTo(new CommandRun(
            2,
            "",
            "forbear: mvn was not found; install Maven 3.8 or newer to build the command\n"));

    checkout.remove("java");
    assertThat(start("decide"))
        .isEqualTo(new CommandRun(
            2, "", "forbear: java was not found; install Java 17 or newer, or set JAVA_HOME\n"));
  }

  @Test
  void buildsOnceForTwoFirstStartsAtATime() throws Exception {
    assertBuildsOnceForTwo(checkout);
  }

  @Test
  void buildsOnceForTwoFirstStartsWithTheKernelsLock() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));

    assertBuildsOnceForTwo(new Checkout(other, List.of("flock")));
  }

  @Test
  void takesOverTheLockOfAStartThatDied() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.createDirectories(checkout.lockFolder());
    Files.writeString(checkout.lockFolder().resolve("owner"), Long.toString(dead.pid()));

    assertThat(start("decide").out()).isEqualTo("[decide]");
    assertThat(checkout.lockFolder()).doesNotExist();
  }

  /** The build is held until the second start has said that it waits. */
  private void assertBuildsOnceForTwo(Checkout fresh) throws IOException, InterruptedException {
    Path gate = folder.resolve("gate");
    assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor()).isZero();
    Process first = gated(fresh, gate, "first");
    BufferedReader firstSays = first.errorReader(StandardCharsets.UTF_8);
    assertThat(firstSays.readLine()).startsWith("forbear: building the command");
    assertThat(firstSays.readLine()).isEqualTo("forbear: Building Forbear core 1.0 [2/5]");

    Process second = gated(fresh, gate, "second");
    assertThat(second.errorReader(StandardCharsets.UTF_8).readLine())
        .isEqualTo("forbear: another start is building; waiting for it");
    Files.writeString(gate, "");

    assertThat(Checkout.ended(first).out()).isEqualTo("[first]");
    assertThat(Checkout.ended(second).out()).isEqualTo("[second]");
    assertThat(fresh.builds()).isEqualTo(1);
  }

  private static Process gated(Checkout checkout, Path gate, String arg) throws IOException {
    ProcessBuilder start = checkout.start(checkout.launcher(), arg);
    start.environment().put("GATE", gate.toString());
    Process process = start.start();
    process.getOutputStream().close();
    return process;
  }

  private static void touchLater(Path source) throws IOException {
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
  }

  private CommandRun start(String arg) throws IOException, InterruptedException {
    return Checkout.run(checkout.start(checkout.launcher(), arg), "");
  }
}
