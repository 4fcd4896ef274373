package dev.forbear.page;

import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The summary of a plan as a plain object: {@code rows} with {@code label} and {@code value}, and {@code notes}. */
final class SummaryAnswer {

  static Map<String, @Nullable Object> to(Fields input) {
    PlanSummary summary = PlanSummary.of(Plan.of(PlanAnswer.input(input)));
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (PlanSummary.Row row : summary.rows()) {
      Map<String, @Nullable Object> shown = new LinkedHashMap<>();
      shown.put("label", row.label());
      shown.put("value", row.value());
      rows.add(shown);
    }
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("rows", rows);
    answer.put("notes", summary.notes());
    return answer;
  }

  private SummaryAnswer() {}
}
