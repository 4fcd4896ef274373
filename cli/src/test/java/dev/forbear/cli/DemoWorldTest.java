package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.testkit.Fault;
import dev.forbear.testkit.ScriptedReply;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the seed of the demo decides. */
class DemoWorldTest {

  private static final int TASKS = 300;

  @Test
  void isTheSameForTheSameSeedAndAnotherForAnother() {
    assertThat(replies(1, 1)).isEqualTo(replies(1, 1));
    assertThat(replies(1, 1)).isNotEqualTo(replies(2, 1)).isNotEqualTo(replies(1, 2));
  }

  @Test
  void holdsEveryKindOfFailure() {
    List<String> kinds = replies(1, 1).stream()
        .map(reply -> reply.fault() == Fault.NONE
            ? Integer.toString(reply.status())
            : reply.fault().word())
        .distinct()
        .toList();

    assertThat(kinds)
        .containsExactlyInAnyOrder(
            "200", "400", "402", "429", "500", "503", "529", "reset", "hang");
  }

  @Test
  void neverLetsATaskSucceedThatCannot() {
    DemoWorld world = new DemoWorld(1);
    List<Integer> hopeless = IntStream.range(0, TASKS)
        .filter(task -> List.of(400, 402).contains(world.replyTo(task, 1).status()))
        .boxed()
        .toList();

    assertThat(hopeless).hasSizeBetween(TASKS / 20, TASKS / 5);
    assertThat(hopeless)
        .allSatisfy(task -> assertThat(IntStream.rangeClosed(2, 5)
                .map(attempt -> world.replyTo(task, attempt).status())
                .boxed()
                .collect(Collectors.toSet()))
            .containsExactly(world.replyTo(task, 1).status()));
  }

  private static List<ScriptedReply> replies(long seed, int attempt) {
    DemoWorld world = new DemoWorld(seed);
    return IntStream.range(0, TASKS)
        .mapToObj(task -> world.replyTo(task, attempt))
        .toList();
  }
}
