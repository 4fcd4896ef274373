package dev.forbear.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version this command was built as. */
final class Version implements IVersionProvider {

  private static final String RESOURCE = "version.properties";

  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream resource = Version.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IOException("the resource " + RESOURCE + " is missing from this build");
      }
      properties.load(resource);
    }
    return new String[] {"forbear " + properties.getProperty("version")};
  }
}
