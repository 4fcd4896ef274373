package dev.forbear.generate;

/** What a policy can be written for. */
public enum Target {
  /** A class without dependencies. */
  JAVA("java", "plain Java", "Retries.java", "Java 17 and later", " * "),
  /** A module without dependencies. */
  PYTHON("python", "plain Python", "retries.py", "Python 3.9 and later", ""),
  /** A module without dependencies. */
  TYPESCRIPT(
      "typescript", "plain TypeScript", "retries.ts", "TypeScript 5 and later, strict", " * "),
  /** A package without dependencies. */
  GO("go", "plain Go", "retry.go", "Go 1.19 and later", "// ");

  private final String word;
  private final String title;
  private final String fileName;
  private final String versions;
  private final String commentPrefix;

  Target(String word, String title, String fileName, String versions, String commentPrefix) {
    this.word = word;
    this.title = title;
    this.fileName = fileName;
    this.versions = versions;
    this.commentPrefix = commentPrefix;
  }

  /** What it is called on the command line and in links. */
  public String word() {
    return word;
  }

  /** What it is called in a sentence. */
  public String title() {
    return title;
  }

  /** What a file with the text is usually called. */
  public String fileName() {
    return fileName;
  }

  /** The versions the text is written for. */
  public String versions() {
    return versions;
  }

  String commentPrefix() {
    return commentPrefix;
  }

  Draft draft(Recipe recipe) {
    return switch (this) {
      case JAVA -> JavaText.draft(recipe);
      case PYTHON -> PythonText.draft(recipe);
      case TYPESCRIPT -> TypeScriptText.draft(recipe);
      case GO -> GoText.draft(recipe);
    };
  }
}
