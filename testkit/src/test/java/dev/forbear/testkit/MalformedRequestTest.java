package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no request is told so, recorded, and takes no reply of the script. */
final class MalformedRequestTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello;;                                                    | 400 | a request line is",
        "GET /;;                                                    | 400 | a request line is",
        "GET  / HTTP/1.1;;                                          | 400 | a request line is",
        "GET / HTTP/2.0;;                                           | 400 | a request line is",
        "G=T / HTTP/1.1;;                                           | 400 | a request line is",
        "GET x HTTP/1.1;;                                           | 400 | the path of a request begins with '/'",
        "GET / HTTP/1.1;name : value;;                              | 400 | a header line is",
        "GET / HTTP/1.1;no colon;;                                  | 400 | a header line is",
        "GET / HTTP/1.1;a: b; folded;;                              | 400 | a header line is",
        "POST / HTTP/1.1;content-length: ten;;                      | 400 | content-length must be",
        "POST / HTTP/1.1;content-length: -1;;                       | 400 | content-length must be",
        "POST / HTTP/1.1;content-length: 1;content-length: 2;;x     | 400 | content-length must be",
        "POST / HTTP/1.1;content-length: 1;transfer-encoding: chunked;;0;; | 400 | transfer-encoding must be",
        "POST / HTTP/1.1;transfer-encoding: gzip, chunked;;         | 400 | transfer-encoding must be",
        "POST / HTTP/1.1;transfer-encoding: chunked;;xyz;           | 400 | a chunk begins with its length",
        "POST / HTTP/1.1;transfer-encoding: chunked;;2;abc;         | 400 | a chunk is as long as it says",
        "POST / HTTP/1.1;content-length: 67108865;;                 | 413 | a body is at most 67108864 bytes",
        "POST / HTTP/1.1;transfer-encoding: chunked;;4000001;       | 413 | a body is at most 67108864 bytes",
      })
  void isAnsweredAndRecorded(String lines, int status, String problem) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("418")) {
      try (RawClient client = new RawClient(provider)) {
        client.send(lines.replace(";", "\r\n"));

        assertThat(client.readToEnd()).startsWith("HTTP/1.1 " + status + " ").contains(problem);
      }
      assertThat(provider.requests()).hasSize(1);
      assertThat(provider.requests().get(0).problem()).startsWith("malformed: ").contains(problem);
      assertThat(provider.requests().get(0).isServed()).isFalse();

      try (RawClient client = new RawClient(provider)) {
        assertThat(client.get("/").readHead()).startsWith("HTTP/1.1 418 ");
      }
    }
  }

  @Test
  void includesTheHandshakeOfTls() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok");
        RawClient client = new RawClient(provider)) {
      client.send(new byte[] {0x16, 0x03, 0x01, 0x02, 0x00});

      assertThat(client.readToEnd()).startsWith("HTTP/1.1 400 ").endsWith("is this TLS?");
    }
  }

  @Test
  void includesAHeadThatIsTooLong() throws Exception {
    String tooLong = "x".repeat(RequestReader.MAX_HEAD_BYTES);

    try (ScriptedProvider provider = ScriptedProvider.playing("ok");
        RawClient client = new RawClient(provider)) {
      client.send("GET / HTTP/1.1\r\na: " + tooLong);

      assertThat(client.readToEnd())
          .startsWith("HTTP/1.1 431 ")
          .endsWith("request line and headers are at most 65536 bytes");
    }
  }

  @Test
  void neverEndsTheProviderWhateverItIs() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok x500")) {
      for (long seed = 0; seed < 200; seed++) {
        byte[] bytes = new byte[(int) seed];
        Random random = new Random(seed);
        random.nextBytes(bytes);
        try (RawClient client = new RawClient(provider)) {
          client
              .send("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n"
                  + (seed % 2 == 0 ? "\r\n" : ""))
              .send(bytes);
        }
        try (RawClient client = new RawClient(provider)) {
          assertThat(client.get("/sound").readHead())
              .as("seed %d", seed)
              .startsWith("HTTP/1.1 200 ");
        }
      }
    }
  }
}
