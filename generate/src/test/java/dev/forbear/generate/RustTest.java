package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The plain Rust text, compiled without a warning and run. */
@Tag("foreign")
class RustTest {

  private static final String PLAY = """
      use retries::{call, Reply, Surroundings};
      use std::cell::Cell;
      use std::rc::Rc;
      use std::time::Duration;

      mod retries;

      struct Attempt { random: f64, status: u16, ms: f64, headers: Vec<(String, String)> }
      struct Course { repeatable: bool, now_ms: f64, attempts: Vec<Attempt> }

      fn courses(text: &str) -> Vec<Course> {
          let mut courses: Vec<Course> = Vec::new();
          for line in text.lines() {
              let fields: Vec<&str> = line.split('\\t').collect();
              if fields[0] == "course" {
                  courses.push(Course {
                      repeatable: fields[1] == "1", now_ms: fields[2].parse().unwrap(), attempts: vec![] });
                  continue;
              }
              let headers = fields[4..].chunks(2)
                  .map(|pair| (pair[0].to_lowercase(), pair[1].to_string())).collect();
              courses.last_mut().unwrap().attempts.push(Attempt {
                  random: fields[1].parse().unwrap(), status: fields[2].parse().unwrap(),
                  ms: fields[3].parse().unwrap(), headers });
          }
          courses
      }

      struct World<'a> { course: &'a Course, now: Rc<Cell<f64>>, drawn: usize, waits: Vec<f64> }

      impl Surroundings for World<'_> {
          fn now(&mut self) -> Duration { Duration::from_nanos((self.now.get() * 1e6) as u64) }
          fn sleep(&mut self, wait: Duration) {
              self.waits.push(wait.as_secs_f64() * 1000.0);
              self.now.set(self.now.get() + wait.as_secs_f64() * 1000.0);
          }
          fn random(&mut self) -> f64 {
              self.drawn += 1;
              self.course.attempts[self.drawn - 1].random
          }
          fn epoch(&mut self) -> Duration {
              let ms = self.course.now_ms + (self.now.get() - 4096.0 + 0.5).floor();
              Duration::from_millis(ms as u64)
          }
      }

      impl Reply for &Attempt {
          fn status(&self) -> u16 { self.status }
          fn header(&self, name: &str) -> Option<&str> {
              self.headers.iter().find(|(each, _)| each == name).map(|(_, value)| value.as_str())
          }
      }

      fn main() {
          let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
          for course in &courses(&text) {
              let now = Rc::new(Cell::new(4096.0));
              let mut timeouts = Vec::new();
              let mut world = World { course, now: now.clone(), drawn: 0, waits: vec![] };
              let outcome = call(
                  |{{parameter}}| {
                      timeouts.push({{timeout}});
                      let attempt = &course.attempts[timeouts.len() - 1];
                      now.set(now.get() + attempt.ms);
                      if attempt.status == 0 { Err("reset") } else { Ok(attempt) }
                  },
                  course.repeatable,
                  &mut world,
              );
              let end = match outcome {
                  Ok(_) => "success".to_string(),
                  Err(gave_up) => {
                      assert_eq!(gave_up.attempts as usize, timeouts.len());
                      gave_up.reason.to_string()
                  }
              };
              println!(
                  "{{\\"waits\\":{:?},\\"timeouts\\":{:?},\\"attempts\\":{},\\"end\\":\\"{}\\"}}",
                  world.waits, timeouts, timeouts.len(), end);
          }
      }
      """;

  @Test
  void waitsAndEndsAsTheRulesDo() {
    Optional<String> rustc = Machine.program("rustc", "rustc", "generated Rust");
    if (rustc.isEmpty()) {
      return;
    }
    Path root = Machine.folder("rust");
    Golden.recipes().forEach((name, recipe) -> {
      Path folder = root.resolve(name);
      JsonNode courses = Golden.courses(recipe);
      Machine.write(folder.resolve("courses.txt"), CourseLines.of(courses));
      Machine.write(
          folder.resolve("retries.rs"), Generated.of(recipe, Target.RUST).text());
      Machine.write(
          folder.resolve("main.rs"),
          PLAY.replace("{{parameter}}", recipe.limitsAttempts() ? "time: Duration" : "")
              .replace(
                  "{{timeout}}", recipe.limitsAttempts() ? "time.as_secs_f64() * 1000.0" : "-1.0"));
      run(folder, rustc.get(), "--edition", "2021", "-D", "warnings", "-A", "dead_code", "main.rs");
      Played.assertAsExpected("rust " + name, courses, run(folder, "./main", "courses.txt"));
    });
  }

  @Test
  void drawsFromThisMachineAndRefusesWhatIsNoNumber() {
    Optional<String> rustc = Machine.program("rustc", "rustc", "generated Rust");
    if (rustc.isEmpty()) {
      return;
    }
    Path folder = Machine.folder("rust-alone");
    Machine.write(
        folder.resolve("retries.rs"),
        Generated.of(Recipe.of(4, 500, 20_000), Target.RUST).text());
    Machine.write(folder.resolve("main.rs"), """
        mod retries;
        use retries::*;
        fn main() {
            let mut machine = ThisMachine::new();
            let draws: Vec<f64> = (0..1000).map(|_| machine.random()).collect();
            assert!(draws.iter().all(|&draw| (0.0..1.0).contains(&draw)));
            let mean = draws.iter().sum::<f64>() / 1000.0;
            assert!(mean > 0.42 && mean < 0.58, "{}", mean);
            let failure = Failure { transient: true, safe_to_retry: true, retry_after_ms: 0.0 };
            for random in [f64::NAN, -0.1, 1.0, f64::INFINITY] {
                assert!(decide(&failure, 1, 1e6, random, &POLICY).is_err());
            }
            assert!(decide(&failure, 0, 1e6, 0.5, &POLICY).is_err());
            assert_eq!(decide(&failure, 1, 1e6, 0.5, &POLICY), Ok(Decision::Retry { delay_ms: 250.0 }));
            println!("held");
        }
        """);

    run(folder, rustc.get(), "--edition", "2021", "-A", "dead_code", "main.rs");

    assertThat(run(folder, "./main")).isEqualTo("held\n");
  }

  private static String run(Path folder, String... command) {
    Machine.Run run = Machine.run(folder, List.of(command));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run.out();
  }
}
