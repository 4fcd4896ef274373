package dev.forbear.cli;

import dev.forbear.simulate.Counts;
import dev.forbear.simulate.Moment;
import dev.forbear.simulate.SimulationReport;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToLongFunction;

/** The series of runs as CSV (RFC 4180, but lines end as text lines do): one row per run, moment and client. */
final class StormCsv {

  /** A count of a client, under the name it has wherever series are written. */
  record Column(String name, ToLongFunction<Counts> value) {}

  static final List<Column> COLUMNS = List.of(
      new Column("tasks", Counts::tasks),
      new Column("attempts", Counts::attempts),
      new Column("succeeded", Counts::succeeded),
      new Column("failed", Counts::failed),
      new Column("refused", Counts::refused),
      new Column("timedOut", Counts::timedOut),
      new Column("waiting", Counts::waiting),
      new Column("inFlight", Counts::inFlight),
      new Column("carriedOut", Counts::carriedOut),
      new Column("carriedOutForNobody", Counts::carriedOutForNobody),
      new Column("carriedOutAgain", Counts::carriedOutAgain));

  /** How many moments are written between two looks at whether anybody reads them. */
  private static final int ROWS_UNSEEN = 1000;

  static void print(List<StormRun> runs, PrintStream out) {
    StringBuilder head = new StringBuilder("run,client,atMs,queued,working,shed");
    COLUMNS.forEach(column -> head.append(',').append(column.name()));
    out.println(head);
    for (StormRun run : runs) {
      SimulationReport report = run.report();
      List<Moment> moments = report.moments();
      for (int i = 0; i < moments.size(); i++) {
        if (i % ROWS_UNSEEN == 0 && out.checkError()) {
          return; // the reader has gone
        }
        Moment now = moments.get(i);
        Moment before = moments.get(Math.max(0, i - 1));
        for (int client = 0; client < now.clients().size(); client++) {
          Counts counts = now.clients().get(client).since(before.clients().get(client));
          StringBuilder row = new StringBuilder(quoted(run.name()))
              .append(',')
              .append(quoted(report.clients().get(client).name()))
              .append(',')
              .append(PlainNumber.of(now.atMs()))
              .append(',')
              .append(now.queued())
              .append(',')
              .append(now.working())
              .append(',')
              .append(now.shed() - before.shed());
          COLUMNS.forEach(column -> row.append(',').append(column.value().applyAsLong(counts)));
          out.println(row);
        }
      }
    }
  }

  private static String quoted(String text) {
    return text.matches("[^,\"\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private StormCsv() {}
}
