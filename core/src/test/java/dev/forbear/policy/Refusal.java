package dev.forbear.policy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The one way invalid input is answered: an {@link IllegalArgumentException} with a text people can act on. */
final class Refusal {

  static void assertRefused(Runnable call, String message) {
    assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private Refusal() {}
}
