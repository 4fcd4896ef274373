package dev.forbear.page;

import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands a {@link PlannerPage} to tests, in one browser for all of them. Where there is no browser the tests are not run, and
 * the output says so once.
 */
final class WithBrowser implements ExecutionCondition, BeforeEachCallback, ParameterResolver {

  private static final Namespace SPACE = Namespace.create(WithBrowser.class);

  /** Found or not found once, for all classes. */
  private record Found(Optional<Chromium> chromium) {

    static Found look() {
      Optional<Chromium> chromium = Chromium.onOrInstalled(SearchPath.ofEnvironment());
      if (chromium.isEmpty()) {
        System.out.println(Chromium.NOT_PROVEN);
      }
      return new Found(chromium);
    }
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return found(context).isPresent()
        ? ConditionEvaluationResult.enabled("there is a browser")
        : ConditionEvaluationResult.disabled(Chromium.NOT_PROVEN);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    browser(context).reset();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == PlannerPage.class;
  }

  @Override
  public PlannerPage resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return new PlannerPage(browser(context));
  }

  private static Browser browser(ExtensionContext context) {
    return store(context)
        .computeIfAbsent(
            Browser.class,
            key -> Browser.start(found(context).orElseThrow(), PlannerPage.WATCHING),
            Browser.class);
  }

  private static Optional<Chromium> found(ExtensionContext context) {
    Found found = store(context).computeIfAbsent(Found.class, key -> Found.look(), Found.class);
    return Objects.requireNonNull(found).chromium();
  }

  private static Store store(ExtensionContext context) {
    return context.getRoot().getStore(SPACE);
  }
}
