import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// Creates a transport that sends requests over one `URLSession`, which reuses its connections.
  ///
  /// The transport follows up to five redirects of a request, but refuses redirects from https to http and
  /// to schemes other than these two. It accepts gzip and deflate, and refuses responses with another
  /// compression. It has no cache, cookies or credentials. (On Linux, Foundation creates empty directories
  /// for a cache and for cookies in the home directory when a process first creates a session.) One
  /// transport per process is enough: on Linux all sessions share one queue, so a second session adds
  /// connections, but no throughput.
  ///
  /// - Parameters:
  ///   - userAgent: the program and its version, as in `tickers/1.0`.
  ///   - bodyLimit: the most bytes of a body after decompression. A larger body fails with
  ///     ``MarketError/tooLarge(limit:)``.
  public static func urlSession(userAgent: String, bodyLimit: Int = Transport.bodyLimit)
    -> Transport
  {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.httpAdditionalHeaders = ["User-Agent": userAgent]
    let requests = InFlightRequests(bodyLimit: bodyLimit)
    let owner = SessionOwner(
      URLSession(
        configuration: configuration, delegate: requests, delegateQueue: requests.delegateQueue))
    return Transport { await requests.send($0, over: owner.session) }
  }
}

/// Owns a session, and invalidates it when the owner is released. Otherwise, on Apple platforms, the
/// session would keep its delegate and its connections.
private final class SessionOwner: Sendable {
  let session: URLSession

  init(_ session: URLSession) { self.session = session }

  deinit { session.finishTasksAndInvalidate() }
}

/// Sends requests over one session, as its delegate. A request is finished by the first of these events:
/// its response, an error, its deadline, or the cancellation of its caller.
final class InFlightRequests: NSObject, URLSessionDataDelegate {
  /// The accepted content encodings. Brotli and zstd are not accepted: their compression ratios are higher.
  ///
  /// Even with gzip, a body that unpacks from 0.6 MB to 600 MB takes 86 MB of memory and 1.4 s of CPU on
  /// Linux before the limit of the unpacked size ends the request, because libcurl unpacks each received
  /// buffer completely.
  private static let encodings = ["identity", "gzip", "deflate"]

  /// The most redirects of a request: the number that HTTP once recommended (RFC 2068, section 10.3).
  /// Foundation's limit is higher. If a server closes connections without announcing it, libcurl itself
  /// stops after 5 retries of a request, and counts redirects as retries.
  private static let redirectLimit = 5

  private let bodyLimit: Int
  /// Starts and stops the tasks of all sessions. This can block while Foundation is busy with another
  /// response, so callers and deadlines do not wait for it.
  static let taskQueue = DispatchQueue(label: "tasks")
  /// The requests of started tasks by task identifier, until a task has ended or is stopped.
  private let started = Mutex<[Int: InFlightRequest]>([:])

  #if canImport(FoundationNetworking)
    let delegateQueue = InlineQueue()
  #else
    /// With `nil`, the session creates a serial queue.
    let delegateQueue: OperationQueue? = nil
  #endif

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  func send(_ request: URLRequest, over session: URLSession) async -> InFlightRequest.Result {
    let seconds = request.timeoutInterval
    let inFlight = InFlightRequest(seconds: seconds)
    return await withTaskGroup { group in
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds), clock: .continuous)
        if !Task.isCancelled { self.abandon(inFlight, .timedOut(seconds: seconds), over: session) }
      }
      defer { group.cancelAll() }
      return await withTaskCancellationHandler {
        await result(of: inFlight, request, over: session)
      } onCancel: {
        abandon(inFlight, .cancelled, over: session)
      }
    }
  }

  private func result(
    of inFlight: InFlightRequest, _ request: URLRequest, over session: URLSession
  ) async -> InFlightRequest.Result {
    await withCheckedContinuation { continuation in
      inFlight.resume(continuation)
      Self.taskQueue.async { self.start(inFlight, request, over: session) }
    }
  }

  private func start(_ inFlight: InFlightRequest, _ request: URLRequest, over session: URLSession) {
    guard inFlight.isAwaited else { return }
    var request = request
    // Foundation's timer must not fire before the deadline, which `send` checks. The timer restarts with
    // every byte. On Linux it counts whole seconds, and also frees suspended tasks.
    request.timeoutInterval = inFlight.seconds.rounded(.up) + 1
    request.setValue("gzip, deflate", forHTTPHeaderField: "Accept-Encoding")
    #if canImport(FoundationNetworking)
      request = request.withScheme(of: request.url)
    #endif
    let task = session.dataTask(with: request)
    inFlight.task = task
    started.withLock { $0[task.taskIdentifier] = inFlight }
    task.resume()
  }

  /// Finishes a request with an error and stops its task, unless the request is finished already.
  private func abandon(
    _ inFlight: InFlightRequest, _ error: MarketError, over session: URLSession
  ) {
    guard inFlight.finish(.failure(error)) else { return }
    #if canImport(FoundationNetworking)
      suspendTask(of: inFlight, over: session)
    #else
      Self.taskQueue.async { [self] in
        if let task = inFlight.task, remove(task) { task.cancel() }
      }
    #endif
  }

  private func request(of task: URLSessionTask) -> InFlightRequest? {
    started.withLock { $0[task.taskIdentifier] }
  }

  func remove(_ task: URLSessionTask) -> Bool {
    started.withLock { $0.removeValue(forKey: task.taskIdentifier) != nil }
  }

  // MARK: - URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      let location = response.value(forHTTPHeaderField: "Location").flatMap(URL.init(string:))
      let request = request.withScheme(of: location)
    #endif
    let from = response.url?.scheme?.lowercased() ?? ""
    let to = request.url?.scheme?.lowercased() ?? ""
    let isAllowed = to == "https" || to == "http" && from == "http"
    guard let inFlight = self.request(of: task) else { return completionHandler(nil) }
    if isAllowed, inFlight.addRedirect() <= Self.redirectLimit { return completionHandler(request) }
    let host = request.url?.host() ?? "the exchange"
    let reason =
      isAllowed ? "too many redirects from \(host)" : "redirect from \(from) to \(to) refused"
    abandon(inFlight, .untrusted(reason), over: session)
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let http = response as? HTTPURLResponse
    let encoding = http?.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    let error: MarketError? =
      if http == nil {
        .malformed("not HTTP")
      } else if !Self.encodings.contains(encoding.lowercased()) {
        .malformed("unsupported compression: \(encoding)")
      } else {
        response.expectedContentLength > bodyLimit ? .tooLarge(limit: bodyLimit) : nil
      }
    if let error, let inFlight = request(of: dataTask) { abandon(inFlight, error, over: session) }
    completionHandler(error == nil ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if let inFlight = request(of: dataTask), !inFlight.append(data, limit: bodyLimit) {
      abandon(inFlight, .tooLarge(limit: bodyLimit), over: session)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let inFlight = request(of: task), remove(task) else { return }
    if let error {
      let host = task.currentRequest?.url?.host()
      inFlight.finish(.failure(MarketError(error, host: host, deadline: inFlight.seconds)))
    } else if let response = task.response as? HTTPURLResponse {
      var headers: [String: String] = [:]
      for case (let name as String, let value as String) in response.allHeaderFields {
        headers[name.lowercased()] = value
      }
      inFlight.finish(
        .success(.init(status: response.statusCode, headers: headers, body: inFlight.body)))
    } else {
      inFlight.finish(.failure(.unreachable("no response (connection closed)")))
    }
  }
}
