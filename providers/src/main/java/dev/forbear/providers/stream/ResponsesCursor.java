package dev.forbear.providers.stream;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Behind which event of which response to read on, as the last part of an address.
 *
 * @param responseId letters, digits, {@code _} and {@code -} only
 * @param sequenceNumber of the last event that was read
 */
record ResponsesCursor(String responseId, long sequenceNumber) {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,256}");
  private static final Pattern POSITION =
      Pattern.compile("(" + ID + ")\\?stream=true&starting_after=([0-9]{1,18})");

  static ResponsesCursor of(String position) {
    Matcher matcher = POSITION.matcher(position);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("a cursor of OpenAI's Responses must be as"
          + " 'ID?stream=true&starting_after=NUMBER', was one of " + position.length()
          + " chars; take it from a stream of the same format");
    }
    return new ResponsesCursor(matcher.group(1), Long.parseLong(matcher.group(2)));
  }

  /** Whether an id can stand in an address as it is. */
  static boolean isId(String id) {
    return ID.matcher(id).matches();
  }

  String position() {
    return responseId + "?stream=true&starting_after=" + sequenceNumber;
  }
}
