package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Node, the compiler of TypeScript and packages of npm, installed into a folder of their own. */
final class Npm {

  /** The newest that was there when this was written; it needs no other package but the one for the system. */
  static final String COMPILER = "typescript@7.0.2";

  /** Whether there are Node, the compiler and that package; what is missing is installed or named. */
  static boolean isReady(Path root, String npmPackage, String proof) {
    if (Machine.program("node", "nodejs", proof).isEmpty()) {
      return false;
    }
    String name = npmPackage.substring(0, npmPackage.lastIndexOf('@'));
    if (Files.exists(root.resolve("node_modules/.bin/tsc"))
        && Files.exists(root.resolve("node_modules").resolve(name))) {
      return true;
    }
    Optional<String> npm = Machine.program("npm", "npm", proof);
    if (npm.isEmpty()) {
      return false;
    }
    // Of its own, so that no package file above is taken for the place to install to.
    Machine.write(root.resolve("package.json"), "{\"private\": true, \"type\": \"module\"}");
    List<String> install = new ArrayList<>(
        List.of(npm.get(), "install", "--no-audit", "--no-fund", "--no-package-lock", "--no-save"));
    install.add(COMPILER);
    if (!npmPackage.equals(COMPILER)) {
      install.add(npmPackage);
    }
    boolean isInstalled = Machine.run(root, install).exitCode() == 0;
    if (!isInstalled) {
      Machine.notProven(proof + " (" + npmPackage + " cannot be installed)");
    }
    return isInstalled;
  }

  /** Compiles as strictly as the compiler can. */
  static void compile(Path root, List<String> files) {
    List<String> command = new ArrayList<>(List.of(
        "node_modules/.bin/tsc",
        "--strict",
        "--noUncheckedIndexedAccess",
        "--exactOptionalPropertyTypes",
        "--noImplicitOverride",
        "--noUnusedLocals",
        "--noUnusedParameters",
        "--skipLibCheck",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--types",
        "",
        "--lib",
        "es2022,dom"));
    command.addAll(files);
    Machine.Run run = Machine.run(root, command);
    assertThat(run.out() + run.err()).isEmpty();
  }

  static String node(Path root, String... arguments) {
    List<String> command = new ArrayList<>(List.of("node"));
    command.addAll(List.of(arguments));
    Machine.Run run = Machine.run(root, command);
    assertThat(run.err()).isEmpty();
    return run.out();
  }

  private Npm() {}
}
