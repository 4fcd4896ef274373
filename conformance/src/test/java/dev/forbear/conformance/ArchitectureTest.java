package dev.forbear.conformance;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.core.domain.JavaModifier.VOLATILE;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Arrows point down only, between the modules and between the packages of the rules.
 *
 * <p>What {@code core} may name of the JDK is checked where it is compiled; see forbidden-apis.txt there.
 */
@AnalyzeClasses(
    packages = "dev.forbear",
    importOptions = {ImportOption.DoNotIncludeTests.class, Arrows.WithoutCopies.class})
class ArchitectureTest {

  @ArchTest
  static final ArchRule modulesKnowOnlyTheModulesBelowThem =
      classes().should(Arrows.betweenModules());

  @ArchTest
  static final ArchRule packagesOfCoreKnowOnlyThePackagesBelowThem =
      classes().that(Arrows.areIn("core")).should(Arrows.betweenPackagesOfCore());

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().assignedFrom(Arrows.packages()).should().beFreeOfCycles();

  @ArchTest
  static final ArchRule rulesAndEffectsNeedNothingButTheJdk = classes()
      .that(Arrows.areIn("core", "run"))
      .should()
      .onlyDependOnClassesThat(Arrows.areIn("core", "run")
          .or(resideInAnyPackage("java..", "javax.net.ssl..", "org.jspecify..")));

  @ArchTest
  static final ArchRule theTablesNeedNothingButTheRulesAndAJsonParser = classes()
      .that(Arrows.areIn("providers"))
      .should()
      .onlyDependOnClassesThat(Arrows.areIn("core", "providers")
          .or(resideInAnyPackage("java..", "org.jspecify..", "com.fasterxml.jackson.core..")));

  @ArchTest
  static final ArchRule theApiOfCoreSpeaksOfNoClockNoChanceNoThreadAndNoConnection = codeUnits()
      .that()
      .areDeclaredInClassesThat(Arrows.areIn("core"))
      .should()
      .notHaveRawReturnType(effect())
      .andShould()
      .notHaveRawParameterTypes(
          describe("any effect", (List<JavaClass> types) -> types.stream().anyMatch(effect())));

  @ArchTest
  static final ArchRule theRulesHaveNoLocks = methods()
      .that()
      .areDeclaredInClassesThat(Arrows.areIn("core"))
      .should()
      .notHaveModifier(SYNCHRONIZED);

  @ArchTest
  static final ArchRule theRulesShareNoStateBetweenThreads = fields()
      .that()
      .areDeclaredInClassesThat(Arrows.areIn("core"))
      .should()
      .notHaveModifier(VOLATILE)
      .andShould()
      .notHaveRawType(effect());

  @ArchTest
  static final ArchRule onlyTheSystemsTimeReadsAClockOrWaitsForIt = noClasses()
      .that(Arrows.areIn("run"))
      .and()
      .doNotHaveFullyQualifiedName("dev.forbear.time.SystemTime")
      .and()
      .doNotHaveFullyQualifiedName("dev.forbear.time.AlarmThread")
      .should()
      .accessTargetWhere(aClockOrATimedWait())
      .because("under virtual time it would be real; use TimeSource");

  private static DescribedPredicate<JavaClass> effect() {
    return resideInAnyPackage(
            "java.util.concurrent..", "java.util.random..", "java.net..", "java.nio..")
        .or(assignableTo(Thread.class))
        .or(assignableTo(Clock.class))
        .or(assignableTo(InstantSource.class))
        .or(assignableTo(Random.class))
        .as("a clock, chance, a thread or a connection");
  }

  private static DescribedPredicate<JavaAccess<?>> aClockOrATimedWait() {
    Set<String> names = Set.of(
        "completeOnTimeout",
        "currentTimeMillis",
        "delayedExecutor",
        "nanoTime",
        "now",
        "orTimeout",
        "parkNanos",
        "parkUntil",
        "schedule",
        "sleep");
    return describe(
        "a clock or a timed wait of the JDK",
        access -> names.contains(access.getTarget().getName())
            && access.getTargetOwner().getPackageName().startsWith("java."));
  }
}
