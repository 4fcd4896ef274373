package dev.forbear.providers;

/** Names of sources that stand at many rows. */
final class Sources {

  /** When the pages, files and threads were read. */
  static final String READ = "2026-06";

  /** For a row that no primary source confirms yet. */
  static final String UNCONFIRMED = "unconfirmed";

  /** The date at a row that generalises others. */
  static final String DERIVED = "2026-11";

  static final String OPENAI_NODE =
      "github.com/openai/openai-node src/resources/responses/responses.ts";
  static final String OPENAI_PYTHON = "github.com/openai/openai-python/issues/3803";
  static final String LITELLM = "github.com/BerriAI/litellm exception_mapping_utils.py";
  static final String CODES = "the codes of the tables here, read by their words";
  static final String PHRASES = "the messages of the tables here, read by their words";
  static final String PROBLEMS = "draft-ietf-httpapi-ratelimit-headers, problem types";

  private Sources() {}
}
