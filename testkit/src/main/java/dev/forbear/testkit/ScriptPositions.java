package dev.forbear.testkit;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far each script has been played. Not thread-safe: {@link Arrivals} calls it under its lock. */
final class ScriptPositions {

  private final Script everywhere;
  private final Map<String, Script> byPath;
  private final Map<String, Integer> played = new HashMap<>();

  /**
   * At the beginning of all scripts.
   *
   * @param everywhere the script of every path that has none of its own
   * @param byPath the scripts of single paths
   */
  ScriptPositions(Script everywhere, Map<String, Script> byPath) {
    this.everywhere = everywhere;
    this.byPath = Map.copyOf(byPath);
  }

  /** Takes the next reply for a path; null after the last one. */
  @Nullable
  ScriptedReply take(String path) {
    ScriptedReply reply = next(path);
    if (reply != null) {
      played.merge(key(path), 1, Integer::sum);
    }
    return reply;
  }

  /** Whether the next reply for a path does not wait for the whole request. */
  boolean isEarly(String path) {
    ScriptedReply reply = next(path);
    return reply != null && reply.fault() == Fault.RESET_EARLY;
  }

  private @Nullable ScriptedReply next(String path) {
    Script script = byPath.getOrDefault(path, everywhere);
    int position = played.getOrDefault(key(path), 0);
    return position < script.size() ? script.replies().get(position) : null;
  }

  /** One key for all paths without a script of their own, so that the table is no longer than the scripts. */
  private String key(String path) {
    return byPath.containsKey(path) ? path : "";
  }
}
