package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The plain Go text, formatted, vetted, compiled and run. */
@Tag("foreign")
class GoTest {

  private static final String PLAY = """
      package {{package}}

      import (
      	"context"
      	"encoding/json"
      	"errors"
      	"fmt"
      	"net/http"
      	"os"
      	"testing"
      	"time"
      )

      type course struct {
      	Repeatable bool
      	NowMs      int64
      	Random     []float64
      	Attempts   []struct {
      		Status  int
      		Ms      float64
      		Headers map[string]string
      	}
      	Expected struct{ Timeouts []float64 }
      }

      func TestPlay(t *testing.T) {
      	var courses []course
      	text, _ := os.ReadFile("courses.json")
      	if err := json.Unmarshal(text, &courses); err != nil {
      		t.Fatal(err)
      	}
      	out, _ := os.Create("played.jsonl")
      	defer out.Close()
      	for _, c := range courses {
      		start := time.UnixMilli(c.NowMs)
      		now, asked, sent, drawn, open := start, start, 0, 0, 0
      		waits, timeouts := []float64{}, []float64{}
      		send := func(ctx context.Context) (*http.Response, error) {
      			timeout := -1.0
      			if deadline, ok := ctx.Deadline(); ok {
      				timeout = float64(deadline.Sub(asked)) / 1e6
      			}
      			// Never early; late by what this machine lost between the two calls.
      			expected := c.Expected.Timeouts[sent]
      			if timeout >= expected && timeout < expected+2000 {
      				timeout = expected
      			}
      			timeouts = append(timeouts, timeout)
      			attempt := c.Attempts[sent]
      			sent++
      			now = now.Add(time.Duration(attempt.Ms * 1e6))
      			if attempt.Status == 0 {
      				return nil, errors.New("reset")
      			}
      			header := http.Header{}
      			for name, value := range attempt.Headers {
      				header.Set(name, value)
      			}
      			open++
      			return &http.Response{
      				StatusCode: attempt.Status, Header: header, Body: closing{&open}}, nil
      		}
      		reply, err := Call(context.Background(), c.Repeatable, send, Surroundings{
      			Now: func() time.Time { asked = time.Now(); return now },
      			Sleep: func(_ context.Context, wait time.Duration) error {
      				waits = append(waits, float64(wait)/1e6)
      				now = now.Add(wait)
      				return nil
      			},
      			Random: func() float64 { drawn++; return c.Random[drawn-1] },
      		})
      		end := "success"
      		var gaveUp *GaveUp
      		if errors.As(err, &gaveUp) {
      			end = gaveUp.Reason
      			reply = gaveUp.Reply
      			if gaveUp.Attempts != sent {
      				t.Fatal(gaveUp)
      			}
      		} else if err != nil {
      			t.Fatal(err)
      		}
      		if reply != nil {
      			reply.Body.Close()
      		}
      		if open != 0 {
      			t.Fatalf("%d bodies left open", open)
      		}
      		line, _ := json.Marshal(map[string]any{
      			"waits": waits, "timeouts": timeouts, "attempts": sent, "end": end})
      		fmt.Fprintln(out, string(line))
      	}
      }

      type closing struct{ open *int }

      func (c closing) Read([]byte) (int, error) { return 0, errors.New("empty") }
      func (c closing) Close() error             { *c.open--; return nil }
      """;

  @Test
  void waitsAndEndsAsTheRulesDo() {
    if (Machine.program("go", "golang-go", "generated Go").isEmpty()) {
      return;
    }
    Path root = Machine.folder("go");
    Machine.write(root.resolve("go.mod"), "module example\n\ngo 1.19\n");
    Map<String, JsonNode> courses = new LinkedHashMap<>();
    Golden.recipes().forEach((name, recipe) -> {
      Path folder = root.resolve(name);
      courses.put(name, Golden.courses(recipe));
      Machine.write(folder.resolve("courses.json"), courses.get(name).toString());
      Machine.write(folder.resolve("retry.go"), Generated.of(recipe, Target.GO).text());
      Machine.write(folder.resolve("play_test.go"), PLAY.replace("{{package}}", "retry"));
    });

    assertThat(go(root, "gofmt", "-l", ".").lines().filter(file -> file.endsWith("retry.go")))
        .as("not formatted")
        .isEmpty();
    go(root, "go", "vet", "./...");
    go(root, "go", "test", "-count=1", "-vet=off", "./...");
    courses.forEach((name, course) -> Played.assertAsExpected(
        "go " + name, course, Machine.read(root.resolve(name).resolve("played.jsonl"))));
  }

  private static String go(Path root, String... command) {
    Map<String, String> alone = Map.of(
        "GOFLAGS",
        "-mod=mod",
        "GOPROXY",
        "off",
        "GOCACHE",
        Machine.folder("go-cache").toString());
    Machine.Run run = Machine.run(root, List.of(command), alone);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run.out();
  }
}
