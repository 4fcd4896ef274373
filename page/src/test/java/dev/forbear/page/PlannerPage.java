package dev.forbear.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The planner in a browser: what a person does there, and what is seen. */
final class PlannerPage {

  /** The built page. */
  static final Path FOLDER = Path.of("target/classes/page");

  /**
   * Counts the questions that no worker has answered yet, and keeps what nobody caught. Questions about the storm are held back
   * until a test wants them: they take longer than all others.
   */
  static final String WATCHING = """
      (() => {
        let open = 0;
        let isHeld = true;
        const held = [];
        const Real = Worker;
        window.Worker = class extends Real {
          constructor(address) {
            super(address);
            this.addEventListener("message", () => { open--; });
          }
          postMessage(question) {
            if (question.job === "storm") {
              watched.worlds = question.input.worlds;
            }
            if (isHeld && question.job === "storm") {
              held.push(() => this.postMessage(question));
              return;
            }
            open++;
            super.postMessage(question);
          }
        };
        window.watched = {
          isSettled: () => open === 0,
          release() {
            isHeld = false;
            held.splice(0).forEach((post) => post());
          },
          uncaught: [],
        };
        addEventListener("error", (event) => watched.uncaught.push(String(event.message)));
        addEventListener("unhandledrejection", (event) => watched.uncaught.push(String(event.reason)));
      })();
      """;

  /** Far more than anything here takes on a busy machine. */
  private static final Duration AT_MOST = Duration.ofSeconds(30);

  /** A function that finds numbers that are none in texts and attributes, but where a message quotes what was given. */
  private static final String NONSENSE = """
      const nonsense = (given) => {
        const isNonsense = (text) =>
          /NaN|Infinity|undefined|\\[object/.test(given ? text.replaceAll(given, "") : text);
        const found = [];
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
          if (walk.currentNode.parentElement.id !== "code" && isNonsense(walk.currentNode.data)) {
            found.push(walk.currentNode.data);
          }
        }
        for (const element of document.body.querySelectorAll("*")) {
          for (const { name, value } of element.attributes) {
            if (isNonsense(value)) {
              found.push(`${element.tagName} ${name}="${value.slice(0, 200)}"`);
            }
          }
        }
        return found;
      };
      """;

  private static final String AXE = resource("/axe.min.js");

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private final Browser browser;
  private final ChromeDriver driver;

  PlannerPage(Browser browser) {
    this.browser = browser;
    driver = browser.driver();
  }

  Browser browser() {
    return browser;
  }

  /** Opens the page from the disk, new, in the state that an address says: empty, or beginning with a hash. */
  void open(String state) {
    openAt(FOLDER.resolve("index.html").toUri() + state);
  }

  void openAt(String address) {
    // Another hash alone would not load it anew.
    driver.get("about:blank");
    driver.get(address);
    settle();
  }

  /** Waits until everything that was asked is answered and shown, but for the storm. */
  void settle() {
    until(
        "all questions are answered",
        () -> is("document.readyState === 'complete' && watched.isSettled()"));
  }

  /** The same with the storm, from here on. */
  void settleStorm() {
    run("watched.release(); document.getElementById('storm').scrollIntoView()");
    until(
        "the storm is shown",
        () -> is(
            "document.querySelector('#storm-table table, #storm-trouble:not([hidden]), #answer.old') !== null"));
    settle();
  }

  /** Waits for something to become so. */
  void until(String what, Supplier<Boolean> condition) {
    new WebDriverWait(driver, AT_MOST, BETWEEN_LOOKS)
        .withMessage(() -> what + "; the answer was: " + text("answer"))
        .until(unused -> condition.get());
  }

  boolean is(String expression) {
    return Boolean.TRUE.equals(value(expression));
  }

  /** The value of an expression of JavaScript. */
  @Nullable
  Object value(String expression, Object... arguments) {
    return driver.executeScript("return (" + expression + ");", arguments);
  }

  /** Runs a script and takes what it returns. */
  @Nullable
  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  String words(String expression, Object... arguments) {
    return String.valueOf(value(expression, arguments));
  }

  /** The texts of all elements a selector finds. */
  List<String> texts(String selector) {
    return strings(value(
        "[...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", selector));
  }

  private static List<String> strings(@Nullable Object list) {
    assertThat(list).isInstanceOf(List.class);
    return ((List<?>) Objects.requireNonNull(list))
        .stream().map(String::valueOf).toList();
  }

  String text(String id) {
    return words("document.getElementById(arguments[0]).textContent", id);
  }

  boolean isShown(String id) {
    return driver.findElement(By.id(id)).isDisplayed();
  }

  WebElement element(String id) {
    return driver.findElement(By.id(id));
  }

  /** What stands in the field of a knob. */
  String field(String knob) {
    return words("document.getElementById('knob-' + arguments[0]).value", knob);
  }

  /** What stands in the fields of all knobs. */
  Map<String, String> fields() {
    return ((Map<?, ?>)
            Objects.requireNonNull(
                value(
                    "Object.fromEntries(Knobs.ALL.map(({ key }) => [key, document.getElementById('knob-' + key).value]))")))
        .entrySet().stream()
            .collect(Collectors.toMap(
                each -> String.valueOf(each.getKey()), each -> String.valueOf(each.getValue())));
  }

  /** Types into the field of a knob, in place of what stands there. */
  void type(String knob, String text) {
    element("knob-" + knob).sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
  }

  /** Puts a text into the field of a knob at once. */
  void fill(String knob, String text) {
    driver.executeScript("""
        const field = document.getElementById("knob-" + arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event("input", { bubbles: true }));
        """, knob, text);
  }

  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** The id of what has the focus, or its words where it has none. */
  String focused() {
    return words("document.activeElement.id || document.activeElement.textContent.trim()");
  }

  void focus(String id) {
    run("document.getElementById(arguments[0]).focus({ focusVisible: true })", id);
  }

  /** Whether what has the focus is in the window, and outlined. */
  boolean hasVisibleFocus() {
    return Boolean.TRUE.equals(run("""
        const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        return document.activeElement.matches(":focus-visible")
          && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
          && right > left && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
        """));
  }

  /** What reaches beyond the window, and can be reached in no way. */
  List<String> cutOff() {
    return strings(run("""
        const isScrolled = (element) => element.closest(".scroll, pre, .quiet, .hidden, .skip") !== null;
        return [...document.body.querySelectorAll("*")]
          .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(each))
          .map((each) => `${each.tagName} ${each.id} ${each.textContent.slice(0, 60)}`);
        """));
  }

  /** The cells of the table in a place, row by row. */
  List<List<String>> rows(String place) {
    return ((List<?>) Objects.requireNonNull(value(
            "[...document.querySelectorAll('#' + arguments[0] + ' tr')].map((row) => [...row.cells].map((cell) => cell.textContent))",
            place)))
        .stream().map(PlannerPage::strings).toList();
  }

  /** What axe finds. */
  JsonNode axe() {
    run(AXE);
    return Question.parse(String.valueOf(driver.executeAsyncScript("""
        const done = arguments[0];
        axe.run(document, { resultTypes: ["violations"] }).then(
          ({ violations }) => done(JSON.stringify(violations.map(({ id, impact, nodes }) => ({
            id, impact, nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
          })))),
          (broken) => done(JSON.stringify([{ id: String(broken), impact: "critical" }])));
        """)));
  }

  void click(String id) {
    driver.executeScript("document.getElementById(arguments[0]).click()", id);
  }

  /** Brings the code into view, which is when it is fetched. */
  void showCode() {
    driver.executeScript("document.getElementById('take').scrollIntoView()");
    until("the tabs are there", () -> is("document.querySelector('#targets [role=tab]') !== null"));
    settle();
  }

  /** The large figures under their names. */
  Map<String, String> figures() {
    return Stream.of("success", "time", "load", "worst-day")
        .collect(Collectors.toMap(name -> name, name -> text("figure-" + name)));
  }

  /** The words below a large figure. */
  String smallPrint(String name) {
    return words(
        "document.getElementById('figure-' + arguments[0]).nextElementSibling.textContent", name);
  }

  /** What a paste would give. */
  String clipboard() {
    return String.valueOf(
        driver.executeAsyncScript(
            "navigator.clipboard.readText().then(arguments[0], (refused) => arguments[0]('refused: ' + refused))"));
  }

  /** Every text and attribute of the page with a number that is none, but for the code. */
  List<String> nonsense() {
    return strings(run(NONSENSE + "return nonsense('');"));
  }

  /** What the page makes of texts in the field of a knob, one after the other. */
  JsonNode refusals(String knob, List<String> texts) {
    String refusals = """
        const [knob, texts] = arguments;
        const field = document.getElementById("knob-" + knob);
        return JSON.stringify(texts.map((text) => {
          field.value = text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          return {
            text,
            kept: field.value,
            invalid: field.getAttribute("aria-invalid"),
            message: document.getElementById("wrong-" + knob).textContent,
            nonsense: nonsense(text),
          };
        }));
        """;
    return Question.parse(String.valueOf(run(NONSENSE + refusals, knob, texts)));
  }

  /** What nobody caught, and every word of the console. */
  void assertNoFault() {
    assertThat(words("JSON.stringify(watched.uncaught)")).isEqualTo("[]");
    assertThat(browser.messages()).isEmpty();
  }

  private static String resource(String name) {
    try (InputStream in = PlannerPage.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
