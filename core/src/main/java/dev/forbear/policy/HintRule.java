package dev.forbear.policy;

/** How the provider's minimum wait and the jittered backoff combine. The hint itself is never shortened. */
public enum HintRule {
  /** The longer of the two: {@code max(jittered, hint)}. The default. */
  FLOOR,
  /** One after the other: {@code hint + jittered}, so that callers released together do not return together. */
  ON_TOP
}
