package dev.forbear.cli;

import dev.forbear.plan.Quantiles;
import dev.forbear.simulate.ClientReport;
import dev.forbear.simulate.Counts;
import dev.forbear.simulate.Moment;
import dev.forbear.simulate.StormFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs as one JSON object: the world, every figure, the series. */
final class StormJson {

  static String of(List<StormRun> runs) {
    return WorldJson.begin(runs.get(0).report().world())
        .raw("runs", array(runs.stream().map(StormJson::run)))
        .texts("notes", StormNotes.of(runs))
        .end();
  }

  /** Values that are JSON already. */
  static String array(Stream<String> values) {
    return values.collect(Collectors.joining(",", "[", "]"));
  }

  private static String run(StormRun run) {
    StormFigures storm = run.report().storm();
    List<String> clients = new ArrayList<>();
    for (int i = 0; i < run.report().clients().size(); i++) {
      clients.add(client(run, i));
    }
    return JsonText.object()
        .field("name", run.name())
        .field("verdict", StormVerdict.of(run))
        .raw("recovers", run.isTold() ? Boolean.toString(run.recovers()) : "null")
        .field("recovery", Word.of(storm.recovery()))
        .field("recoveredAfterMs", storm.recoveredAfterMs())
        .field("loadNormalAfterMs", storm.loadNormalAfterMs())
        .field("overAfterMs", run.overAfterMs())
        .field("goodputBefore", storm.goodputBefore())
        .field("lateGoodput", storm.lateGoodput())
        .field("loadBefore", storm.loadBefore())
        .field("loadInOutage", storm.loadInOutage())
        .field("peakLoad", storm.peakLoad())
        .field("peakAttemptsPerSecond", storm.peakAttemptsPerSecond())
        .count("longestQueue", storm.longestQueue())
        .raw("clients", array(clients.stream()))
        .raw("series", series(run))
        .end();
  }

  private static String client(StormRun run, int index) {
    ClientReport client = run.report().clients().get(index);
    JsonText json = WorldJson.begin(run.report().world().clients().get(index));
    for (StormCsv.Column column : StormCsv.COLUMNS) {
      json.count(column.name(), column.value().applyAsLong(client.counts()));
    }
    JsonText reasons = JsonText.object();
    client.failedBy().forEach((reason, count) -> reasons.count(reason.word(), count));
    json.count("unfinished", client.unfinished())
        .field("attemptsPerTask", client.load())
        .field("successShare", client.successShare())
        .field("wastedShare", client.wastedShare())
        .raw("failedBy", reasons.end())
        .field("meanMs", client.meanMs())
        .field("meanSuccessMs", client.successMeanMs());
    addQuantiles(json, "", client.quantiles());
    addQuantiles(json, "Success", client.successQuantiles());
    return json.end();
  }

  private static void addQuantiles(JsonText json, String of, Optional<Quantiles> quantiles) {
    json.field("p50" + of + "Ms", quantile(quantiles, Quantiles::p50Ms))
        .field("p90" + of + "Ms", quantile(quantiles, Quantiles::p90Ms))
        .field("p95" + of + "Ms", quantile(quantiles, Quantiles::p95Ms))
        .field("p99" + of + "Ms", quantile(quantiles, Quantiles::p99Ms))
        .field("p999" + of + "Ms", quantile(quantiles, Quantiles::p999Ms));
  }

  private static OptionalDouble quantile(
      Optional<Quantiles> quantiles, ToDoubleFunction<Quantiles> which) {
    return quantiles.isPresent()
        ? OptionalDouble.of(which.applyAsDouble(quantiles.get()))
        : OptionalDouble.empty();
  }

  private static String series(StormRun run) {
    List<Moment> moments = run.report().moments();
    List<String> clients = new ArrayList<>();
    for (int i = 0; i < run.report().clients().size(); i++) {
      int index = i;
      JsonText json =
          JsonText.object().field("name", run.report().clients().get(i).name());
      for (StormCsv.Column column : StormCsv.COLUMNS) {
        json.raw(column.name(), numbers(moments, (now, before) -> {
          Counts counts = now.clients().get(index).since(before.clients().get(index));
          return column.value().applyAsLong(counts);
        }));
      }
      clients.add(json.end());
    }
    return JsonText.object()
        .numbers("atMs", moments.stream().map(Moment::atMs).toList())
        .raw("queued", gauge(moments, Moment::queued))
        .raw("working", gauge(moments, Moment::working))
        .raw("shed", numbers(moments, (now, before) -> now.shed() - before.shed()))
        .raw("clients", array(clients.stream()))
        .end();
  }

  private static String gauge(List<Moment> moments, ToLongFunction<Moment> value) {
    return numbers(moments, (now, before) -> value.applyAsLong(now));
  }

  private interface SinceBefore {
    long value(Moment now, Moment before);
  }

  private static String numbers(List<Moment> moments, SinceBefore since) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < moments.size(); i++) {
      text.append(i == 0 ? "" : ",")
          .append(since.value(moments.get(i), moments.get(Math.max(0, i - 1))));
    }
    return text.append(']').toString();
  }

  private StormJson() {}
}
