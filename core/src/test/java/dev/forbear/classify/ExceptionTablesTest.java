package dev.forbear.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables are checked against the classes of the JDK that runs the tests. */
class ExceptionTablesTest {

  private static final List<ExceptionRule> RULES = Stream.concat(
          JdkExceptions.RULES.stream(), LibraryExceptions.RULES.stream())
      .toList();

  @Test
  void everyRuleOfTheJdkNamesAThrowableThatExists() throws ClassNotFoundException {
    for (ExceptionRule rule : JdkExceptions.RULES) {
      assertThat(Throwable.class).isAssignableFrom(Class.forName(rule.type()));
    }
  }

  @Test
  void everySuperclassOfTheJdkIsTheRealOne() throws ClassNotFoundException {
    int checked = 0;
    for (Map.Entry<String, String> row : Supertypes.table().entrySet()) {
      if (row.getKey().startsWith("java")) {
        assertThat(Class.forName(row.getKey()).getSuperclass().getName())
            .as(row.getKey())
            .isEqualTo(row.getValue());
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(40);
  }

  @Test
  void everyClassOfTheJdkWithARuleIsKnownWithItsSuperclasses() throws ClassNotFoundException {
    Set<String> types = new HashSet<>();
    RULES.forEach(rule -> types.add(rule.type()));
    for (ExceptionRule rule : JdkExceptions.RULES) {
      for (Class<?> next = Class.forName(rule.type()); next != null; next = next.getSuperclass()) {
        if (types.contains(next.getName())) {
          assertThat(Supertypes.of(rule.type())).contains(next.getName());
        }
      }
    }
  }

  @Test
  void noRuleIsShadowedByAnEarlierOneOfItsClass() {
    for (int i = 0; i < RULES.size(); i++) {
      for (ExceptionRule earlier : RULES.subList(0, i)) {
        ExceptionRule rule = RULES.get(i);
        if (earlier.type().equals(rule.type())) {
          assertThat(rule.match() == ExceptionRule.Match.ANY || !earlier.fits(rule.phrase()))
              .as("%s after %s", rule, earlier)
              .isTrue();
          assertThat(earlier.match()).as("%s", earlier).isNotEqualTo(ExceptionRule.Match.ANY);
        }
      }
    }
  }

  @Test
  void anErrorOfTheJdkIsKnownByItsName() {
    assertThat(Supertypes.of("java.lang.OutOfMemoryError")).contains("java.lang.Error");
    assertThat(Supertypes.of("com.cohere.api.errors.InvalidTokenError")).hasSize(1);
    assertThat(Supertypes.of("java.lang.ErrorProneException")).hasSize(1);
  }
}
