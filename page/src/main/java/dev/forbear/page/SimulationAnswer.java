package dev.forbear.page;

import dev.forbear.plan.Quantiles;
import dev.forbear.simulate.ClientReport;
import dev.forbear.simulate.Counts;
import dev.forbear.simulate.Moment;
import dev.forbear.simulate.Simulation;
import dev.forbear.simulate.SimulationReport;
import dev.forbear.simulate.StormFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A whole run of a world: {@code moments} over time, {@code clients} with their counts and times, and what the {@code storm}
 * did. The figures have the names of the records of {@code dev.forbear.simulate}, null where one is not defined.
 */
final class SimulationAnswer {

  static Map<String, @Nullable Object> to(Fields input) {
    SimulationReport report = Simulation.run(WorldFields.world(input));
    List<Object> moments = new ArrayList<>();
    report.moments().forEach(moment -> moments.add(moment(moment)));
    List<Object> clients = new ArrayList<>();
    report.clients().forEach(client -> clients.add(client(client)));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("moments", moments);
    answer.put("clients", clients);
    answer.put("storm", storm(report.storm()));
    return answer;
  }

  private static Map<String, @Nullable Object> moment(Moment moment) {
    List<Object> clients = new ArrayList<>();
    moment.clients().forEach(counts -> clients.add(counts(counts)));
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("atMs", moment.atMs());
    shown.put("queued", moment.queued());
    shown.put("working", moment.working());
    shown.put("shed", moment.shed());
    shown.put("clients", clients);
    return shown;
  }

  private static Map<String, @Nullable Object> client(ClientReport client) {
    Map<String, @Nullable Object> failedBy = new LinkedHashMap<>();
    client.failedBy().forEach((reason, tasks) -> failedBy.put(reason.word(), tasks));
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("name", client.name());
    shown.put("counts", counts(client.counts()));
    shown.put("unfinished", client.unfinished());
    shown.put("failedBy", failedBy);
    shown.put("load", orNull(client.load()));
    shown.put("successShare", orNull(client.successShare()));
    shown.put("wastedShare", orNull(client.wastedShare()));
    shown.put("meanMs", orNull(client.meanMs()));
    shown.put("successMeanMs", orNull(client.successMeanMs()));
    shown.put("quantiles", client.quantiles().map(SimulationAnswer::quantiles).orElse(null));
    shown.put(
        "successQuantiles",
        client.successQuantiles().map(SimulationAnswer::quantiles).orElse(null));
    return shown;
  }

  private static Map<String, @Nullable Object> counts(Counts counts) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("tasks", counts.tasks());
    shown.put("attempts", counts.attempts());
    shown.put("succeeded", counts.succeeded());
    shown.put("failed", counts.failed());
    shown.put("refused", counts.refused());
    shown.put("timedOut", counts.timedOut());
    shown.put("waiting", counts.waiting());
    shown.put("inFlight", counts.inFlight());
    shown.put("carriedOut", counts.carriedOut());
    shown.put("carriedOutForNobody", counts.carriedOutForNobody());
    shown.put("carriedOutAgain", counts.carriedOutAgain());
    return shown;
  }

  private static Map<String, @Nullable Object> quantiles(Quantiles quantiles) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("p50Ms", quantiles.p50Ms());
    shown.put("p90Ms", quantiles.p90Ms());
    shown.put("p95Ms", quantiles.p95Ms());
    shown.put("p99Ms", quantiles.p99Ms());
    shown.put("p999Ms", quantiles.p999Ms());
    return shown;
  }

  private static Map<String, @Nullable Object> storm(StormFigures storm) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("goodputBefore", orNull(storm.goodputBefore()));
    shown.put("loadBefore", orNull(storm.loadBefore()));
    shown.put("loadInOutage", orNull(storm.loadInOutage()));
    shown.put("peakLoad", orNull(storm.peakLoad()));
    shown.put("recovery", Fields.wordOf(storm.recovery()));
    shown.put("recoveredAfterMs", orNull(storm.recoveredAfterMs()));
    shown.put("loadNormalAfterMs", orNull(storm.loadNormalAfterMs()));
    shown.put("lateGoodput", orNull(storm.lateGoodput()));
    shown.put("peakAttemptsPerSecond", storm.peakAttemptsPerSecond());
    shown.put("longestQueue", storm.longestQueue());
    return shown;
  }

  private static @Nullable Double orNull(OptionalDouble figure) {
    return figure.isPresent() ? figure.getAsDouble() : null;
  }

  private SimulationAnswer() {}
}
