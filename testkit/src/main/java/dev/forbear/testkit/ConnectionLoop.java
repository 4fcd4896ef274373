package dev.forbear.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Serves the requests of one connection, one after the other, on a thread of its own. */
final class ConnectionLoop implements Runnable {

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Arrivals arrivals;
  private final PeerConnection peer;
  private final int number;
  private final ChunkFormat format;

  ConnectionLoop(Arrivals arrivals, PeerConnection peer, int number, ChunkFormat format) {
    this.arrivals = arrivals;
    this.format = format;
    this.peer = peer;
    this.number = number;
  }

  @Override
  public void run() {
    try (peer) {
      boolean isOpen = true;
      while (isOpen) {
        isOpen = serveOne();
      }
    } catch (IOException theConnectionIsGone) {
      // What there was to say about it is recorded with its request.
    }
  }

  private boolean serveOne() throws IOException {
    RequestReader reader = new RequestReader(peer, number);
    Arrivals.Arrival arrival;
    try {
      if (!reader.readRequestLine()) {
        return false;
      }
      arrival = arrivals.arriveEarly(reader.request(""));
      if (arrival == null) {
        reader.readHeaders();
        if (reader.expectsContinue()) {
          peer.write(CONTINUE);
        }
        reader.readBody();
        arrival = arrivals.arrive(reader.request(""));
      }
    } catch (MalformedRequestException problem) {
      String message = String.valueOf(problem.getMessage());
      ArrivedRequest request = arrivals.arriveBroken(reader.request("malformed: " + message));
      return play(request, ScriptedReply.status(problem.status()).withBody(message), true);
    } catch (IOException hungUp) {
      if (reader.hasBegun()) {
        arrivals.hungUp(
            arrivals.arriveBroken(reader.request("the peer hung up within the request")));
      }
      return false;
    }
    return play(arrival.request(), arrival.reply(), reader.isLast());
  }

  private boolean play(ArrivedRequest request, ScriptedReply reply, boolean isLast) {
    try {
      return new ReplyPlayer(peer, request, isLast, format).play(reply);
    } catch (ChunkFormatException failed) {
      return play(request, arrivals.formatFailed(request, failed), isLast);
    } catch (IOException hungUp) {
      arrivals.hungUp(request);
      return false;
    }
  }
}
