package dev.forbear.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A response whose body is the caller's. */
final class SuccessResponse<T extends @Nullable Object> implements HttpResponse<T> {

  private final HttpResponse<Answer<T>> response;
  private final T body;

  SuccessResponse(HttpResponse<Answer<T>> response) {
    this.response = response;
    this.body = ((Answer.Value<T>) response.body()).body();
  }

  @Override
  public int statusCode() {
    return response.statusCode();
  }

  @Override
  public HttpRequest request() {
    return response.request();
  }

  /** Empty: an earlier response, of a redirect, has no body of the caller's type. */
  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public HttpHeaders headers() {
    return response.headers();
  }

  @Override
  public T body() {
    return body;
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return response.sslSession();
  }

  @Override
  public URI uri() {
    return response.uri();
  }

  @Override
  public HttpClient.Version version() {
    return response.version();
  }
}
