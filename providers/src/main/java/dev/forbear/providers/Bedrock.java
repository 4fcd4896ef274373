package dev.forbear.providers;

/** AWS Bedrock. */
final class Bedrock {

  static final Provider PROVIDER = Provider.of("bedrock");

  private Bedrock() {}
}
