package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Generated Java, compiled for Java 17 with every warning an error, and loaded. */
final class Compiled {

  private final URLClassLoader loader;

  private Compiled(URLClassLoader loader) {
    this.loader = loader;
  }

  static Compiled of(Path folder, Map<String, String> sources) {
    List<Path> files = new ArrayList<>();
    sources.forEach((name, text) -> files.add(Machine.write(folder.resolve(name), text)));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options = List.of(
        "--release",
        "17",
        "-Xlint:all,-options,-processing,-path,-classfile",
        "-Werror",
        "-proc:none",
        "-d",
        folder.toString(),
        "-classpath",
        System.getProperty("java.class.path"));
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean isCompiled = compiler
          .getTask(
              messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
          .call();
      assertThat(isCompiled).as(messages.toString()).isTrue();
      URL[] urls = {folder.toUri().toURL()};
      return new Compiled(new URLClassLoader(urls, Compiled.class.getClassLoader()));
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Calls the public static method of that name, which has no overloads. */
  Object call(String type, String method, Object... arguments) {
    try {
      for (var candidate : loader.loadClass(type).getMethods()) {
        if (candidate.getName().equals(method)
            && java.lang.reflect.Modifier.isStatic(candidate.getModifiers())) {
          return candidate.invoke(null, arguments);
        }
      }
      throw new AssertionError("no method " + method);
    } catch (InvocationTargetException e) {
      throw new AssertionError(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("cannot call " + type + "." + method, e);
    }
  }
}
