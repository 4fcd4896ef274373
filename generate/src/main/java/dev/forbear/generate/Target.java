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
  GO("go", "plain Go", "retry.go", "Go 1.19 and later", "// "),
  /** A module without dependencies. */
  RUST("rust", "plain Rust", "retries.rs", "Rust 1.63 and later, edition 2021", "//! "),
  /** A class without dependencies. */
  CSHARP(
      "csharp",
      "plain C#",
      "Retries.cs",
      "C# 7 and later, .NET Standard 2.0 or .NET Framework 4.5",
      " * "),
  /** Python with tenacity. */
  TENACITY("tenacity", "tenacity", "provider_retry.py", "tenacity 8.2 to 9", ""),
  /** TypeScript with cockatiel. */
  COCKATIEL("cockatiel", "cockatiel", "provider-retry.ts", "cockatiel 4.0", " * "),
  /** Java with Resilience4j. */
  RESILIENCE4J(
      "resilience4j", "Resilience4j", "ProviderRetry.java", "resilience4j-retry 2.4", " * "),
  /** Java with Failsafe. */
  FAILSAFE("failsafe", "Failsafe", "ProviderRetry.java", "Failsafe 3.3", " * "),
  /** Java with Spring Framework. */
  SPRING("spring", "Spring", "ProviderRetry.java", "Spring Framework 7.0 (core.retry)", " * "),
  /** The service config of a gRPC channel. */
  GRPC(
      "grpc",
      "gRPC",
      "service-config.json",
      "gRPC with jitter by gRFC A6, such as grpc-java 1.80",
      ""),
  /** The retry strategy of a client of the AWS SDK for Java. */
  AWS_SDK("aws-sdk", "the AWS SDK", "ProviderRetry.java", "AWS SDK for Java 2.57", " * "),
  /** A route of Envoy. */
  ENVOY("envoy", "Envoy", "route.yaml", "Envoy with the v3 API", "# "),
  /** A virtual service of Istio. */
  ISTIO("istio", "Istio", "virtual-service.yaml", "Istio with backoff in a VirtualService", "# "),
  /** Directives of nginx. */
  NGINX("nginx", "nginx", "provider-retry.conf", "nginx 1.22 and later", "# ");

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
      case RUST -> RustText.draft(recipe);
      case CSHARP -> CsharpText.draft(recipe);
      case TENACITY -> TenacityText.draft(recipe);
      case COCKATIEL -> CockatielText.draft(recipe);
      case RESILIENCE4J -> Resilience4jText.draft(recipe);
      case FAILSAFE -> FailsafeText.draft(recipe);
      case SPRING -> SpringText.draft(recipe);
      case GRPC -> GrpcText.draft(recipe);
      case AWS_SDK -> AwsText.draft(recipe);
      case ENVOY -> EnvoyText.draft(recipe);
      case ISTIO -> IstioText.draft(recipe);
      case NGINX -> NginxText.draft(recipe);
    };
  }
}
