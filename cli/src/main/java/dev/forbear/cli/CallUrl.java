package dev.forbear.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * An address to call, and the credentials that stood in it. Messages never show any of the address: it may hold a key.
 *
 * @param uri the address without credentials
 * @param authorization the credentials as a header value of the Basic scheme (RFC 7617); empty for none
 */
record CallUrl(URI uri, Optional<String> authorization) {

  private static final int MAX_PORT = 65_535;

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException saying what is wrong and what is allowed
   */
  static CallUrl parse(String text) {
    if (!text.matches("(?is)https?://.*")) {
      throw new IllegalArgumentException(
          "the URL must begin with http:// or https://, as in https://example.com/v1/messages");
    }
    URI given = read(text);
    if (given.getHost() == null) {
      throw new IllegalArgumentException(
          "the URL has no host that can be read; write it as in https://example.com/v1/messages");
    }
    if (given.getPort() > MAX_PORT || given.getPort() == 0) {
      throw new IllegalArgumentException(
          "the port of the URL must be 1 to " + MAX_PORT + ", was " + given.getPort());
    }
    String user = given.getUserInfo();
    return user == null
        ? new CallUrl(given, Optional.empty())
        : new CallUrl(withoutUser(given), Optional.of("Basic " + base64(user)));
  }

  private static URI read(String text) {
    try {
      // In ASCII, because that is how it travels.
      return new URI(new URI(text).toASCIIString());
    } catch (URISyntaxException broken) {
      // Its message would show the address, its reason does not.
      String where = broken.getIndex() < 0 ? "" : " at character " + (broken.getIndex() + 1);
      String advice = broken.getReason().startsWith("Illegal character")
          ? "; write such characters as %20"
          : "";
      throw new IllegalArgumentException(
          "the URL cannot be read: " + broken.getReason() + where + advice);
    }
  }

  private static URI withoutUser(URI given) {
    String authority = given.getRawAuthority();
    String query = given.getRawQuery() == null ? "" : "?" + given.getRawQuery();
    return URI.create(given.getScheme() + "://"
        + authority.substring(authority.lastIndexOf('@') + 1) + given.getRawPath() + query);
  }

  private static String base64(String user) {
    return Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
  }

  /** The scheme and the host only. */
  @Override
  public String toString() {
    return uri.getScheme() + "://" + uri.getHost();
  }
}
