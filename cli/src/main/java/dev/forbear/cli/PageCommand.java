package dev.forbear.cli;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code forbear page}: the planner page, served to this machine and opened. */
@Command(
    name = "page",
    header = "Open the planner page: what a policy does, while you type.",
    description = {
      "%nServes the built page on 127.0.0.1, prints its address and opens it in a browser, until Ctrl-C.",
      "The page computes everything in the browser and asks nobody for anything. Its folder is static: copy",
      "what --print-folder names to any host, or open the index.html in it from the disk.%n"
    },
    exitCodeList = {
      "0:the folder was printed",
      "1:the address could not be printed",
      "2:wrong usage, a port that cannot be had, or a folder without a page",
      "130:ended by Ctrl-C, as is usual (143 by SIGTERM)"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear page",
      "  forbear page --port 8000 --no-open",
      "  cp -r \"$(forbear page --print-folder)\" /var/www/planner"
    })
final class PageCommand implements Callable<Integer> {

  /** Set by the launcher: the folder that the page is built in. */
  static final String PROPERTY = "forbear.page";

  private static final String FOLDER = "--folder";
  private static final String PRINT_FOLDER = "--print-folder";

  private final Streams streams;
  private final String builtFolder;
  private final Browser browser;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      converter = Port.class,
      description = "The port; 0 for one that is free (default ${DEFAULT-VALUE}).")
  private int port;

  @Option(names = "--no-open", description = "Open no browser.")
  private boolean isQuiet;

  @Option(
      names = FOLDER,
      paramLabel = "DIR",
      description = "Serve the built page in that folder, instead of the one of this checkout.")
  private @Nullable String folder;

  @Option(
      names = PRINT_FOLDER,
      description = "Print the folder of the built page, and serve nothing.")
  private boolean isFolderAsked;

  @Option(names = "--json", description = "Print address and folder as one JSON object.")
  private boolean json;

  @Spec
  private @Nullable CommandSpec spec;

  /**
   * The command.
   *
   * @param builtFolder where the launcher has built the page; empty without it
   */
  PageCommand(Streams streams, String builtFolder, Browser browser) {
    this.streams = streams;
    this.builtFolder = builtFolder;
    this.browser = browser;
  }

  @Override
  public Integer call() {
    if (isFolderAsked) {
      refuseMore();
      streams.out().print(page().root() + "\n");
      return ExitCode.ANSWERED;
    }
    PageFolder page = page();
    try (PageServer server = serving(page)) {
      String address = server.address();
      streams.out().print((json ? json(address, page) : address) + "\n");
      if (streams.out().checkError()) {
        // Nobody knows the address. Why it could not be printed is told at the end of the process.
        return ExitCode.ANSWERED;
      }
      if (streams.terminal().err()) {
        streams.err().print("the planner page is there until Ctrl-C\n");
        streams.err().flush();
      }
      if (!isQuiet) {
        open(address);
      }
      return untilInterrupted();
    }
  }

  private void open(String address) {
    var unused = browser.open(address).thenAccept(isOpen -> {
      if (!isOpen) {
        streams.err().print("no browser could be opened; open it by hand: " + address + "\n");
        streams.err().flush();
      }
    });
  }

  /** Ctrl-C ends the whole process by itself; a program that runs the command interrupts it. */
  private static int untilInterrupted() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException isOver) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.CANCELLED;
  }

  private PageServer serving(PageFolder page) {
    try {
      return PageServer.start(page, port);
    } catch (BindException taken) {
      throw refusal("--port: " + port + " cannot be had (" + taken.getMessage()
          + "); name another one, or none for one that is free");
    } catch (IOException broken) {
      throw refusal("127.0.0.1 cannot be listened on: " + broken.getMessage());
    }
  }

  private PageFolder page() {
    String given = folder != null ? folder : builtFolder;
    if (given.isEmpty()) {
      throw refusal(
          "where the built page is, only the launcher ./forbear knows; start that, or name a"
              + " folder that 'mvn -pl page -am package' has built: --folder page/target/classes/page");
    }
    try {
      return PageFolder.of(Path.of(given));
    } catch (InvalidPathException | IOException isNone) {
      throw refusal(
          FOLDER + ": there is no built page in '" + Shown.text(given)
              + "': no index.html that can be read; 'mvn -pl page -am package' builds one in page/target/classes/page");
    }
  }

  private static String json(String address, PageFolder page) {
    return JsonText.object()
        .field("url", address)
        .field("folder", page.root().toString())
        .end();
  }

  /** What else was given would be passed over. */
  private void refuseMore() {
    for (OptionSpec option : spec().commandLine().getParseResult().matchedOptions()) {
      if (!List.of(FOLDER, PRINT_FOLDER).contains(option.longestName())) {
        throw refusal(PRINT_FOLDER + " serves nothing; leave out " + option.longestName());
      }
    }
  }

  private ParameterException refusal(String message) {
    return new ParameterException(spec().commandLine(), message);
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
