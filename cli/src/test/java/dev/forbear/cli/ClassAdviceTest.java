package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.FailureClass;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClassAdviceTest {

  @ParameterizedTest
  @EnumSource(FailureClass.class)
  void saysOfEveryClassWhatItMeansAndWhatToDo(FailureClass failureClass) {
    ClassAdvice words = ClassAdvice.of(failureClass);

    assertThat(words.meaning()).matches("[A-Z][^.]{10,110}\\.");
    assertThat(words.advice()).matches("[A-Z][^.]{5,170}\\.( [A-Z][^.]{10,110}\\.)?");
  }

  @Test
  void saysOfNoTwoClassesTheSame() {
    Set<String> sentences = new HashSet<>();
    for (FailureClass failureClass : FailureClass.values()) {
      sentences.add(ClassAdvice.of(failureClass).meaning());
      sentences.add(ClassAdvice.of(failureClass).advice());
    }

    assertThat(sentences).hasSize(2 * FailureClass.values().length);
  }
}
