package dev.forbear.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class PermitsTest {

  @Test
  void lendsAsManyAsThereAre() {
    Permits permits = new Permits(2);

    assertThat(permits.acquire()).isTrue();
    assertThat(permits.acquire()).isTrue();
    assertThat(permits.acquire()).isFalse();
    assertThat(permits.taken()).isEqualTo(2);

    permits.release();

    assertThat(permits.acquire()).isTrue();
    assertThat(permits.acquire()).isFalse();
  }

  @Test
  void refusesToTakeBackWhatNobodyHad() {
    Permits permits = new Permits(1);

    assertThatIllegalStateException().isThrownBy(permits::release);
    assertThat(permits.acquire()).isTrue();
    assertThat(permits.acquire()).isFalse();
  }

  @Test
  void refusesALimitThatLetsNothingThrough() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Permits(0))
        .withMessage("concurrency limit must be >= 1, was 0");
  }
}
