package dev.forbear.conformance;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who may know whom: two tables. A module or package that is new here has to be entered before it compiles green. */
final class Arrows {

  /** Module to the modules it may know. */
  private static final Map<String, Set<String>> MODULES = Map.of(
      "core", Set.of(),
      "generate", Set.of("core"),
      "providers", Set.of("core"),
      "page", Set.of("core", "generate"),
      "bedrock", Set.of("core", "providers"),
      "run", Set.of("core"),
      "testkit", Set.of("core", "run"),
      "cli", Set.of("core", "generate", "providers", "run", "testkit"));

  /** Package of core to the packages of core it may know. */
  private static final Map<String, Set<String>> PACKAGES_OF_CORE = Map.of(
      "policy", Set.of(),
      "plan", Set.of("policy"),
      "classify", Set.of("policy"),
      "stream", Set.of("policy", "classify"),
      "task", Set.of("policy", "classify"),
      "limit", Set.of(),
      "simulate", Set.of("policy", "classify", "task", "limit", "plan"));

  /** The folder a module builds in, whether its classes come from there or from the jar. */
  private static final Pattern MODULE = Pattern.compile(".*/([^/]+)/target/.*");

  private static final String ROOT = "dev.forbear";

  static DescribedPredicate<JavaClass> areIn(String... modules) {
    Set<String> wanted = Set.of(modules);
    return DescribedPredicate.describe(
        "are in " + String.join(" or ", modules), type -> wanted.contains(moduleOf(type)));
  }

  static ArchCondition<JavaClass> betweenModules() {
    return follow("the arrows between modules", MODULES, Arrows::moduleOf);
  }

  static ArchCondition<JavaClass> betweenPackagesOfCore() {
    return follow("the arrows between packages of core", PACKAGES_OF_CORE, Arrows::packageOf);
  }

  /** Every package of its own, the root too: a package and the packages in it are no unit. */
  static SliceAssignment packages() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(ROOT) ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }

  private static ArchCondition<JavaClass> follow(
      String what, Map<String, Set<String>> arrows, Function<JavaClass, String> placeOf) {
    return new ArchCondition<>("follow " + what) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        String from = placeOf.apply(type);
        Set<String> allowed = arrows.get(from);
        if (allowed == null) {
          events.add(SimpleConditionEvent.violated(
              type, type.getName() + " is in '" + from + "', which has no entry in the table"));
          return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass();
          if (!target.getPackageName().startsWith(ROOT)) {
            continue;
          }
          String to = placeOf.apply(target);
          if (!to.equals(from) && !allowed.contains(to)) {
            events.add(SimpleConditionEvent.violated(
                type, from + " may not know " + to + ": " + dependency.getDescription()));
          }
        }
      }
    };
  }

  private static String moduleOf(JavaClass type) {
    return type.getBaseComponentType()
        .getSource()
        .map(source -> MODULE.matcher(source.getUri().toString()))
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .orElse("");
  }

  private static String packageOf(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
  }

  /** Leaves out the jars that lie beside the command's for its launcher: the manifest leads there. */
  static final class WithoutCopies implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/target/lib/");
    }
  }

  private Arrows() {}
}
