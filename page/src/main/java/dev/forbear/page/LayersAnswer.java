package dev.forbear.page;

import dev.forbear.plan.Layers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Layers that all retry: {@code attemptsPerLayer}, outermost first, at a {@code failureRate}. */
final class LayersAnswer {

  static Map<String, @Nullable Object> to(Fields input) {
    List<Long> attempts = new ArrayList<>();
    for (double each : input.numbers("attemptsPerLayer")) {
      attempts.add((long) each);
    }
    Layers layers = Layers.of(attempts, input.number("failureRate"));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("worst", layers.worst());
    answer.put("expected", layers.expected());
    answer.put("success", layers.success());
    return answer;
  }

  private LayersAnswer() {}
}
