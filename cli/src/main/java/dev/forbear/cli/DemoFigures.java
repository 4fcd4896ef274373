package dev.forbear.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one client of the demo came to.
 *
 * @param tasks logical tasks
 * @param succeeded those that succeeded within their deadline
 * @param succeededLate those that succeeded after it
 * @param ended how many of the rest ended for which reason
 * @param requests physical attempts, counted at the provider
 * @param p50Ms the time to an answer or to the word that there is none, of half of the tasks
 * @param p95Ms the same of 95 in a hundred
 * @param overruns tasks that ended more than {@value #TOLERANCE_MS} ms after their deadline
 * @param requestsAfterDeadline requests that arrived when the deadline of their task had passed
 */
record DemoFigures(
    int tasks,
    int succeeded,
    int succeededLate,
    Map<String, Integer> ended,
    int requests,
    double p50Ms,
    double p95Ms,
    int overruns,
    int requestsAfterDeadline) {

  /** What a busy machine may be late by. */
  static final long TOLERANCE_MS = 100;

  static DemoFigures of(List<DemoRun.Ended> tasks, int requests, int requestsAfterDeadline) {
    int succeeded = 0;
    int late = 0;
    int overruns = 0;
    Map<String, Integer> ended = new TreeMap<>();
    for (DemoRun.Ended task : tasks) {
      boolean isLate = task.elapsedMs() > DemoClient.DEADLINE_MS + TOLERANCE_MS;
      overruns += isLate ? 1 : 0;
      if (!task.isSuccess()) {
        ended.merge(task.end(), 1, Integer::sum);
      } else if (isLate) {
        late++;
      } else {
        succeeded++;
      }
    }
    double[] elapsedMs =
        tasks.stream().mapToDouble(DemoRun.Ended::elapsedMs).sorted().toArray();
    return new DemoFigures(
        tasks.size(),
        succeeded,
        late,
        ended,
        requests,
        percentile(elapsedMs, 50),
        percentile(elapsedMs, 95),
        overruns,
        requestsAfterDeadline);
  }

  /** Requests per task. */
  double load() {
    return (double) requests / tasks;
  }

  String json() {
    JsonText reasons = JsonText.object();
    ended.forEach((reason, count) -> reasons.field(reason, count));
    return JsonText.object()
        .field("tasks", tasks)
        .field("succeeded", succeeded)
        .field("succeededLate", succeededLate)
        .raw("ended", reasons.end())
        .field("requests", requests)
        .field("load", Math.rint(load() * 1000) / 1000)
        .field("p50Ms", Math.rint(p50Ms))
        .field("p95Ms", Math.rint(p95Ms))
        .field("overruns", overruns)
        .field("requestsAfterDeadline", requestsAfterDeadline)
        .end();
  }

  /** By nearest rank. */
  private static double percentile(double[] sorted, int percent) {
    int rank = (int) Math.ceil(sorted.length * percent / 100.0);
    return Arrays.stream(sorted).skip(rank - 1L).findFirst().orElse(0);
  }
}
