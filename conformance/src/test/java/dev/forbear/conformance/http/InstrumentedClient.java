package dev.forbear.conformance.http;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * A client around another, as tracing and metrics make them: its futures are plain ones, so cancelling a stage that depends on one
 * does not reach it.
 */
final class InstrumentedClient extends HttpClient {

  private final HttpClient inner;

  /** Cancelling it cancels the exchange. */
  private static final class Exchange<T> extends CompletableFuture<HttpResponse<T>> {

    private final CompletableFuture<HttpResponse<T>> inner;

    Exchange(CompletableFuture<HttpResponse<T>> inner) {
      this.inner = inner;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return inner.cancel(mayInterruptIfRunning) && super.cancel(mayInterruptIfRunning);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
      return new CompletableFuture<>();
    }
  }

  InstrumentedClient(HttpClient inner) {
    this.inner = inner;
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    CompletableFuture<HttpResponse<T>> running = inner.sendAsync(request, handler);
    Exchange<T> exchange = new Exchange<>(running);
    CompletableFuture<Boolean> unused = running.handle((response, thrown) ->
        thrown == null ? exchange.complete(response) : exchange.completeExceptionally(thrown));
    return exchange;
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushed) {
    return sendAsync(request, handler);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return inner.send(request, handler);
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return inner.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return inner.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return inner.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return inner.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return inner.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return inner.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return inner.authenticator();
  }

  @Override
  public Version version() {
    return inner.version();
  }

  @Override
  public Optional<Executor> executor() {
    return inner.executor();
  }
}
