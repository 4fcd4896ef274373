package dev.forbear.providers;

import java.net.URI;

/** Which provider answers at an address. */
final class Hosts {

  static Provider provider(URI address) {
    return Providers.any();
  }

  static Provider named(String name) {
    return Providers.any();
  }

  private Hosts() {}
}
