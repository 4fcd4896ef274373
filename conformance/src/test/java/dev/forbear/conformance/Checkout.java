package dev.forbear.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A checkout with the real launcher and pretended tools: its {@code java} prints what it was given, its {@code mvn} writes
 * the jar or the page and a line to a file. Nothing else is on the path but the programs the launcher names.
 */
final class Checkout {

  private static final List<String> PROGRAMS = List.of(
      "bash",
      "cat",
      "find",
      "head",
      "mkdir",
      "mv",
      "readlink",
      "rm",
      "sed",
      "sleep",
      "tail",
      "touch");

  private static final String JAVA = """
      #!/bin/bash
      for argument in "$@"; do
        case $argument in
          -XX:ArchiveClassesAtExit=*) echo archive >"${argument#*=}"; exit 0 ;;
          -Dforbear.page=*) printf 'page in %s ' "${argument#*=}" ;;
        esac
      done
      while [[ $1 != -jar ]]; do shift; done
      shift 2
      printf '[%s]' "$@"
      cat
      exit "${JAVA_EXIT:-0}"
      """;

  private static final String MVN = """
      #!/bin/bash
      echo "mvn $*" >>"$BUILDS"
      echo "[INFO] Building Forbear core    1.0    [2/5]"
      [[ -z ${GATE:-} ]] || cat "$GATE"
      echo "[ERROR] the compiler is not amused"
      [[ -z ${MVN_EXIT:-} ]] || exit "$MVN_EXIT"
      case $3 in
        *cli*) mkdir -p cli/target; echo jar >cli/target/forbear.jar ;;
      esac
      case $3 in
        *page*) mkdir -p page/target/classes/page; cd page/target/classes/page; touch index.html forbear-code.js ;;
      esac
      """;

  private final Path parent;
  private final Path folder;
  private final Path tools;

  /** Lays the checkout out below a folder; {@code programs} come on top of those every system has. */
  Checkout(Path parent, List<String> programs) {
    this.parent = parent;
    folder = parent.resolve("a checkout");
    tools = parent.resolve("jdk/bin");
    try {
      Files.createDirectories(folder.resolve("core/src/main"));
      Files.createDirectories(folder.resolve("cli"));
      Files.createDirectories(pageSource().getParent());
      Files.writeString(folder.resolve("pom.xml"), "");
      Files.writeString(source(), "");
      Files.writeString(pageSource(), "");
      Files.copy(Path.of("../forbear"), launcher());
      Files.createDirectories(tools);
      javaVersion("21.0.1");
      program("java", JAVA);
      program("mvn", MVN);
      for (String program : PROGRAMS) {
        handOn(program);
      }
      for (String program : programs) {
        handOn(program);
      }
    } catch (IOException notLaidOut) {
      throw new UncheckedIOException(notLaidOut);
    }
  }

  Path launcher() {
    return folder.resolve("forbear");
  }

  Path source() {
    return folder.resolve("core/src/main/Rule.java");
  }

  /** A source of the page, and of nothing else. */
  Path pageSource() {
    return folder.resolve("page/src/main/web/page.js");
  }

  /** Where the page is built. */
  Path page() {
    return folder.resolve("page/target/classes/page");
  }

  Path lockFolder() {
    return folder.resolve("target/launcher.lock.d");
  }

  void javaVersion(String version) throws IOException {
    Files.writeString(
        tools.resolveSibling("release"), "A=\"1\"\nJAVA_VERSION=\"" + version + "\"\nZ=\"2\"\n");
  }

  void remove(String program) throws IOException {
    Files.delete(tools.resolve(program));
  }

  /** How often {@code mvn} was called. */
  int builds() throws IOException {
    return built().size();
  }

  /** The modules that each call of {@code mvn} was to build, as it takes them. */
  List<String> built() throws IOException {
    Path file = folder.resolve("builds");
    return Files.exists(file)
        ? Files.readAllLines(file).stream().map(call -> call.split(" ", -1)[3]).toList()
        : List.of();
  }

  /** A start that has not begun yet. */
  ProcessBuilder start(Path launcher, String... args) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(args));
    ProcessBuilder start = new ProcessBuilder(command).directory(parent.toFile());
    start.environment().clear();
    start
        .environment()
        .putAll(
            Map.of("PATH", tools.toString(), "BUILDS", folder.resolve("builds").toString()));
    return start;
  }

  /** Runs a start to its end; what it reads is given at once. */
  static CommandRun run(ProcessBuilder start, String input)
      throws IOException, InterruptedException {
    Process process = start.start();
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write(input);
    }
    return ended(process);
  }

  static CommandRun ended(Process process) throws IOException, InterruptedException {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new CommandRun(process.waitFor(), out, err);
  }

  private void program(String name, String text) throws IOException {
    Path file = Files.writeString(tools.resolve(name), text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + file);
    }
  }

  /** Puts a program of this system on the path of the checkout. */
  private void handOn(String name) throws IOException {
    program(name, "#!/bin/sh\nexec " + onSystem(name) + " \"$@\"\n");
  }

  private static Path onSystem(String program) {
    for (String folder : List.of("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin")) {
      Path file = Path.of(folder, program);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new AssertionError("this system has no " + program);
  }
}
