package dev.forbear.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command {@code page}: what it prints, opens and refuses. */
@Timeout(60)
class PageTest {

  private static final Browser NONE = new Browser(List.of());

  private final Path folder;

  PageTest(@TempDir Path parent) throws IOException {
    folder = Files.createDirectories(parent.resolve("my page")).toRealPath();
    Files.writeString(folder.resolve("index.html"), "the page");
  }

  @Test
  void printsTheAddressAndServesThePageUntilItIsInterrupted() throws Exception {
    try (RunningPage page = running(NONE, "--no-open")) {
      String address = String.valueOf(page.line());

      assertThat(read(address)).isEqualTo("the page");
      assertThat(page.stop()).isEqualTo(ExitCode.CANCELLED);
      assertThat(page.line()).isNull();
      assertThat(page.errLine()).isNull();
    }
  }

  @Test
  void printsAddressAndFolderAsJson() throws Exception {
    try (RunningPage page = running(NONE, "--no-open", "--json")) {
      String line = String.valueOf(page.line());

      String address = line.replaceFirst(".*(http:[^\"]*).*", "$1");
      assertThat(line).isEqualTo("{\"url\":\"" + address + "\",\"folder\":\"" + folder + "\"}");
      assertThat(read(address)).isEqualTo("the page");
    }
  }

  @Test
  void takesTheFolderThatTheLauncherKnows() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int exitCode = command(out, folder.toString()).execute("--print-folder");

    assertThat(out).hasToString(folder + "\n");
    assertThat(exitCode).isEqualTo(ExitCode.ANSWERED);
  }

  @Test
  void printsTheFolderOfAPageWithoutLinks() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolveSibling("link"), folder);

    assertThat(CommandRun.of("page", "--print-folder", "--folder", link.toString()))
        .isEqualTo(new CommandRun(ExitCode.ANSWERED, folder + "\n", ""));
  }

  @Test
  void opensTheBrowserAtTheAddress() throws Exception {
    Path program = Files.writeString(
        folder.resolveSibling("browser"), "#!/bin/sh\nprintf '%s' \"$1\" >\"$0.seen\"\nexit 3\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Browser browser = new Browser(List.of(List.of(program.toString())));

    try (RunningPage page = running(browser)) {
      String address = String.valueOf(page.line());

      // It says that it failed, after it has written.
      assertThat(page.errLine())
          .isEqualTo("no browser could be opened; open it by hand: " + address);
      assertThat(Path.of(program + ".seen")).hasContent(address);
      assertThat(read(address)).isEqualTo("the page");
    }
  }

  @Test
  void servesThePageWhereNoBrowserCanBeOpened() throws Exception {
    try (RunningPage page = running(NONE)) {
      String address = String.valueOf(page.line());

      assertThat(page.errLine())
          .isEqualTo("no browser could be opened; open it by hand: " + address);
      assertThat(read(address)).isEqualTo("the page");
    }
  }

  @Test
  void tellsAPersonHowToEndIt() throws Exception {
    Terminal terminal = new Terminal(false, false, true, true);
    try (RunningPage page =
        new RunningPage(terminal, NONE, "--no-open", "--folder", folder.toString())) {
      page.line();

      assertThat(page.errLine()).isEqualTo("the planner page is there until Ctrl-C");
    }
  }

  @Test
  void listensOnThePortThatIsNamed() throws Exception {
    int free;
    try (ServerSocket other =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      free = other.getLocalPort();
      CommandRun run = run("--port", "" + free);

      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .startsWith("error: --port: " + free + " cannot be had (")
          .contains("; name another one, or none for one that is free\n");
    }
    try (RunningPage page = running(NONE, "--no-open", "--port", "" + free)) {
      assertThat(page.line()).isEqualTo("http://127.0.0.1:" + free + "/");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65536", "x", "", "99999999999", "80.5"})
  void refusesWhatIsNoPort(String port) {
    CommandRun run = run("--port", port);

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .startsWith("error: --port: must be a whole number from 0, for a free one, to 65535, was '"
            + port + "'\n");
  }

  @Test
  void refusesAFolderWithoutAPage() throws IOException {
    Path empty = Files.createDirectories(folder.resolveSibling("empty"));
    Path missing = folder.resolveSibling("missing");
    Path file = folder.resolve("index.html");
    Files.createDirectories(folder.resolveSibling("odd").resolve("index.html"));

    for (Path none : List.of(empty, missing, file, folder.resolveSibling("odd"))) {
      CommandRun run = CommandRun.of("page", "--folder", none.toString());

      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .startsWith("error: --folder: there is no built page in '")
          .contains("no index.html", "mvn -pl page -am package");
    }
  }

  @Test
  void saysWhatToDoWithoutLauncherAndFolder() {
    CommandRun run = CommandRun.of("page");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("./forbear", "mvn -pl page -am package", "--folder page/target/classes/page")
        .endsWith("try: forbear page --help\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port=1", "--no-open", "--json"})
  void refusesToPassOverFlags(String flag) {
    CommandRun run = run("--print-folder", flag);

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .startsWith("error: --print-folder serves nothing; leave out "
            + flag.replaceFirst("=.*", "") + "\n");
  }

  @Test
  void showsExamplesInItsHelp() {
    CommandRun run = CommandRun.of("page", "--help");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ANSWERED);
    assertThat(run.out()).contains("Examples:", "forbear page --port 8000 --no-open", "130 ");
    assertThat(CommandRun.of("--help").out()).contains("  page ");
  }

  @Test
  void endsWhereNobodyCanLearnTheAddress() {
    OutputStream full = new OutputStream() {
      @Override
      public void write(int ignored) throws IOException {
        throw new IOException("No space left on device");
      }
    };

    // The process then ends with 1, and says why.
    assertThat(command(full, folder.toString()).execute("--no-open")).isEqualTo(ExitCode.ANSWERED);
  }

  private RunningPage running(Browser browser, String... flags) {
    return new RunningPage(Terminal.NONE, browser, withFolder(flags));
  }

  private CommandRun run(String... flags) {
    String[] withFolder = withFolder(flags);
    String[] args = new String[withFolder.length + 1];
    args[0] = "page";
    System.arraycopy(withFolder, 0, args, 1, withFolder.length);
    return CommandRun.of(args);
  }

  private String[] withFolder(String... flags) {
    String[] args = new String[flags.length + 1];
    args[0] = "--folder=" + folder;
    System.arraycopy(flags, 0, args, 1, flags.length);
    return args;
  }

  private static CommandLine command(OutputStream out, String builtFolder) {
    PrintStream utf8 = new PrintStream(out, true, UTF_8);
    Streams streams = new Streams(new ByteArrayInputStream(new byte[0]), utf8, utf8, Terminal.NONE);
    return new CommandLine(new PageCommand(streams, builtFolder, NONE));
  }

  private static String read(String address) throws IOException {
    try (var in = URI.create(address).toURL().openStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
