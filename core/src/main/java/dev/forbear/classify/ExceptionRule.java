package dev.forbear.classify;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of the tables: an exception of this class or below, whose message fits, means that.
 *
 * @param type full class name
 * @param match how the message is compared
 * @param phrase what the message is compared with, in lower case; empty where any message, or none, will do
 * @param weight which of several rules that fit a chain counts
 * @param verdict what it means
 */
record ExceptionRule(String type, Match match, String phrase, Weight weight, Classified verdict) {

  /** Messages are looked at this far, characters; the phrases of the tables stand at their beginning. */
  private static final int MAX_MESSAGE = 1024;

  /** How a message fits a phrase, in any case of the letters. */
  enum Match {
    /** Any message, or none. */
    ANY,
    /** It stands anywhere: JDK 25 puts {@code (certificate_unknown) } in front of what JDK 17 begins with. */
    CONTAINS,
    /** It is the message: for words too common to be looked for. */
    IS,
    /** It is the message up to the first colon: the status of gRPC. */
    LEADS
  }

  /** Heavier rules win wherever in the chain they fit; among equals the outermost. */
  enum Weight {
    /** What says little by itself: the base classes and the wrappers of frameworks. */
    GENERAL,
    /** What says what happened. */
    TELLING,
    /** What ends everything: errors of the virtual machine and interrupts. */
    STOP
  }

  static ExceptionRule telling(String type, Meaning meaning) {
    return of(type, Match.ANY, "", Weight.TELLING, meaning);
  }

  static ExceptionRule telling(String type, Match match, String phrase, Meaning meaning) {
    return of(type, match, phrase, Weight.TELLING, meaning);
  }

  static ExceptionRule general(String type, Meaning meaning) {
    return of(type, Match.ANY, "", Weight.GENERAL, meaning);
  }

  static ExceptionRule general(String type, Match match, String phrase, Meaning meaning) {
    return of(type, match, phrase, Weight.GENERAL, meaning);
  }

  static ExceptionRule stop(String type, Meaning meaning) {
    return of(type, Match.ANY, "", Weight.STOP, meaning);
  }

  private static ExceptionRule of(
      String type, Match match, String phrase, Weight weight, Meaning meaning) {
    String rule = "exception " + type + (phrase.isEmpty() ? "" : " \"" + phrase + "\"");
    return new ExceptionRule(
        type, match, phrase.toLowerCase(Locale.ROOT), weight, meaning.by(rule));
  }

  /** A message as {@link #fits} wants it; null stays null. */
  static @Nullable String readable(@Nullable String message) {
    if (message == null) {
      return null;
    }
    String head = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message;
    return head.toLowerCase(Locale.ROOT);
  }

  /** Whether a message fits. */
  boolean fits(@Nullable String readable) {
    if (match == Match.ANY) {
      return true;
    }
    return readable != null
        && switch (match) {
          case ANY -> true;
          case CONTAINS -> readable.contains(phrase);
          case IS -> readable.equals(phrase);
          case LEADS ->
            readable.startsWith(phrase)
                && (readable.length() == phrase.length()
                    || readable.charAt(phrase.length()) == ':');
        };
  }
}
