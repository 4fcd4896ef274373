package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The plain C# text, compiled by Mono without a warning and run. */
@Tag("foreign")
class CsharpTest {

  private static final String PROOF = "generated C#";

  private static final String PLAY = """
      using System;
      using System.Collections.Generic;
      using System.Globalization;
      using System.IO;
      using System.Linq;
      using System.Net;
      using System.Net.Http;
      using System.Threading;
      using System.Threading.Tasks;
      using ProviderRetries;

      sealed class Course : ISurroundings
      {
          bool repeatable;
          double nowMs;
          double at = 4096;
          double asked = -1;
          int drawn;
          readonly List<string[]> attempts = new List<string[]>();
          readonly List<double> waits = new List<double>();
          readonly List<double> timeouts = new List<double>();

          public double NowMs() { return at; }
          public Task Sleep(double ms, CancellationToken cancellation)
          {
              waits.Add(ms);
              at += ms;
              return Task.FromResult(0);
          }
          public void CancelAfter(CancellationTokenSource source, double ms) { asked = ms; }
          public double Random() { return Number(attempts[drawn++][1]); }
          public DateTimeOffset WallClock()
          {
              return DateTimeOffset.FromUnixTimeMilliseconds((long)(nowMs + Math.Floor(at - 4096 + 0.5)));
          }

          Task<HttpResponseMessage> Send(CancellationToken token)
          {
              timeouts.Add(asked);
              asked = -1;
              string[] attempt = attempts[timeouts.Count - 1];
              at += Number(attempt[3]);
              int status = int.Parse(attempt[2]);
              if (status == 0) throw new HttpRequestException("reset");
              var reply = new HttpResponseMessage((HttpStatusCode)status);
              for (int i = 4; i + 1 < attempt.Length; i += 2)
              {
                  reply.Headers.TryAddWithoutValidation(attempt[i], attempt[i + 1]);
              }
              return Task.FromResult(reply);
          }

          string Play()
          {
              string end = "success";
              try
              {
                  Retries.Call(Send, repeatable, this).GetAwaiter().GetResult();
              }
              catch (GaveUpException gaveUp)
              {
                  if (gaveUp.Attempts != timeouts.Count) throw;
                  end = gaveUp.Reason.ToString().ToLowerInvariant();
              }
              return "{\\"waits\\":[" + List(waits) + "],\\"timeouts\\":[" + List(timeouts)
                  + "],\\"attempts\\":" + timeouts.Count + ",\\"end\\":\\"" + end + "\\"}";
          }

          static string List(List<double> values)
          {
              return string.Join(",", values.Select(each => each.ToString("R", CultureInfo.InvariantCulture)));
          }

          static double Number(string text) { return double.Parse(text, CultureInfo.InvariantCulture); }

          static void Main()
          {
              var courses = new List<Course>();
              foreach (string line in File.ReadAllLines("courses.txt"))
              {
                  string[] fields = line.Split('\\t');
                  if (fields[0] == "course")
                  {
                      courses.Add(new Course { repeatable = fields[1] == "1", nowMs = Number(fields[2]) });
                  }
                  else
                  {
                      courses.Last().attempts.Add(fields);
                  }
              }
              foreach (Course course in courses) Console.WriteLine(course.Play());
          }
      }
      """;

  private static final String ALONE = """
      using System;
      using System.Linq;
      using ProviderRetries;

      static class Alone
      {
          static void Main()
          {
              var machine = new ThisMachine();
              var draws = Enumerable.Range(0, 1000).Select(_ => machine.Random()).ToList();
              Hold(draws.All(draw => draw >= 0 && draw < 1));
              Hold(draws.Average() > 0.42 && draws.Average() < 0.58);
              var failure = new Failure { Transient = true, SafeToRetry = true };
              foreach (double random in new[] { double.NaN, -0.1, 1, double.PositiveInfinity })
              {
                  Hold(Refuses(() => Retries.Decide(failure, 1, 1e6, random, Retries.Default)));
              }
              Hold(Refuses(() => Retries.Decide(failure, 0, 1e6, 0.5, Retries.Default)));
              Hold(Retries.Decide(failure, 1, 1e6, 0.5, Retries.Default).DelayMs == 250);
              Console.WriteLine("held");
          }

          static void Hold(bool isSo)
          {
              if (!isSo) throw new Exception("not so");
          }

          static bool Refuses(Action action)
          {
              try { action(); } catch (ArgumentException) { return true; }
              return false;
          }
      }
      """;

  @Test
  void waitsAndEndsAsTheRulesDo() {
    if (!isReady()) {
      return;
    }
    Path root = Machine.folder("csharp");
    Golden.recipes().forEach((name, recipe) -> {
      Path folder = root.resolve(name);
      JsonNode courses = Golden.courses(recipe);
      Machine.write(folder.resolve("courses.txt"), CourseLines.of(courses));
      Machine.write(folder.resolve("Play.cs"), PLAY);

      Played.assertAsExpected("csharp " + name, courses, ran(folder, recipe, "Play.cs"));
    });
  }

  @Test
  void drawsFromThisMachineAndRefusesWhatIsNoNumber() {
    if (!isReady()) {
      return;
    }
    Path folder = Machine.folder("csharp-alone");
    Machine.write(folder.resolve("Alone.cs"), ALONE);

    assertThat(ran(folder, Recipe.of(4, 500, 20_000), "Alone.cs")).isEqualTo("held\n");
  }

  private static String ran(Path folder, Recipe recipe, String use) {
    Machine.write(
        folder.resolve("Retries.cs"), Generated.of(recipe, Target.CSHARP).text());
    run(
        folder,
        "mcs",
        "-langversion:7",
        "-warnaserror",
        "-out:play.exe",
        "-r:System.Net.Http.dll",
        "Retries.cs",
        use);
    return run(folder, "mono", "play.exe");
  }

  private static String run(Path folder, String... command) {
    Machine.Run run = Machine.run(folder, List.of(command));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run.out();
  }

  private static boolean isReady() {
    return Machine.program("mono", "mono-runtime", PROOF).isPresent()
        && Machine.program("mcs", "mono-mcs", PROOF).isPresent()
        && hasHttp();
  }

  private static boolean hasHttp() {
    String library = "System.Net.Http.dll";
    Path folder = Machine.folder("csharp-http");
    Machine.write(folder.resolve("Empty.cs"), "static class Empty { static void Main() { } }\n");
    List<String> compile = List.of("mcs", "-r:" + library, "Empty.cs");
    if (Machine.run(folder, compile).exitCode() != 0) {
      Machine.install("libmono-system-net-http4.0-cil");
    }
    boolean isThere = Machine.run(folder, compile).exitCode() == 0;
    if (!isThere) {
      Machine.notProven(PROOF + " (" + library + " not found)");
    }
    return isThere;
  }
}
