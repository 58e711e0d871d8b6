import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// Requests over one `URLSession`, which keeps its connections.
  ///
  /// Follows redirects, but not from https to http nor to anything that is not HTTP. Accepts gzip
  /// and deflate, and refuses other compressed responses. Has no cache, cookies or passwords; but
  /// Foundation on Linux makes empty folders for a cache and for cookies in the home where a process
  /// first has a session.
  ///
  /// A process needs only one. On Linux all sessions of a process take turns on one queue, so a
  /// second one would have its own connections and no more room.
  ///
  /// - Parameters:
  ///   - userAgent: the program and its version, as in `tickers/1.0`.
  ///   - bodyLimit: the most bytes that a response's body may have, unpacked; a larger one is
  ///     ``MarketError/tooLarge(limit:)``.
  public static func urlSession(
    userAgent: String, bodyLimit: Int = 32 * 1_048_576
  ) -> Transport {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.httpAdditionalHeaders = ["User-Agent": userAgent]
    let requests = SessionRequests(bodyLimit: bodyLimit)
    let session = URLSession(
      configuration: configuration, delegate: requests, delegateQueue: requests.queue)
    return Transport { request in await requests.send(request, over: session) }
  }
}

/// The requests under way over one session, each ended by the first of its response, its deadline and
/// its caller.
final class SessionRequests: NSObject, URLSessionDataDelegate {
  /// The accepted content encodings.
  ///
  /// A limit of the unpacked size is enough: 0.6 MB that unpack to 600 MB take 86 MB of memory with
  /// the usual limit. They also cost 1.4 s of CPU: libcurl inflates each received buffer completely.
  /// Brotli and zstd, whose compression ratio is higher, are not accepted.
  private static let encodings = ["identity", "gzip", "deflate"]

  private let bodyLimit: Int
  /// Starts and stops tasks, in order. That may wait for Foundation's own queue; callers and
  /// deadlines do not wait with it.
  let commands = DispatchQueue(label: "requests")
  /// The started requests, by the number of their task.
  private let started = Mutex<[Int: RequestUnderWay]>([:])

  #if canImport(FoundationNetworking)
    let queue = InlineQueue()
  #else
    let queue = {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      return queue
    }()
  #endif

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// The result of a request; its `timeoutInterval` is the deadline for the whole response.
  func send(
    _ request: URLRequest, over session: URLSession
  ) async -> Result<Transport.Response, MarketError> {
    #if canImport(FoundationNetworking)
      queue.busyWait.begin(session)
      defer { queue.busyWait.end() }
    #endif
    let seconds = request.timeoutInterval
    let underWay = RequestUnderWay(seconds: seconds)
    return await withTaskGroup { group in
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds), clock: .continuous)
        if !Task.isCancelled { self.abandon(underWay, .timedOut(seconds: seconds), over: session) }
      }
      defer { group.cancelAll() }
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          underWay.begin(continuation)
          commands.async { self.start(underWay, request, over: session) }
        }
      } onCancel: {
        abandon(underWay, .cancelled, over: session)
      }
    }
  }

  private func start(
    _ underWay: RequestUnderWay, _ request: URLRequest, over session: URLSession
  ) {
    guard underWay.isAwaited else { return }
    var request = request
    // Foundation's own timer starts again with every byte, and on Linux is of whole seconds: it must
    // only not ring before the deadline. On a busy machine it may still be heard first.
    request.timeoutInterval = underWay.seconds.rounded(.up) + 1
    request.setValue("gzip, deflate", forHTTPHeaderField: "Accept-Encoding")
    #if canImport(FoundationNetworking)
      request = request.withLowercaseScheme
    #endif
    let task = session.dataTask(with: request)
    underWay.task = task
    started.withLock { $0[task.taskIdentifier] = underWay }
    task.resume()
  }

  /// Ends a request with an error and lets go of its connection, unless something else has ended it.
  private func abandon(
    _ underWay: RequestUnderWay, _ error: MarketError, over session: URLSession
  ) {
    guard underWay.end(.failure(error)) else { return }
    // The task is started by then, or never will be.
    #if canImport(FoundationNetworking)
      stop(underWay, over: session)
    #else
      commands.async { [self] in
        if let task = underWay.task, forget(task) { task.cancel() }
      }
    #endif
  }

  /// The request that a task was started for; `nil` when it has ended.
  private func request(of task: URLSessionTask) -> RequestUnderWay? {
    started.withLock { $0[task.taskIdentifier] }
  }

  /// Whether the task was under way until now.
  func forget(_ task: URLSessionTask) -> Bool {
    started.withLock { $0.removeValue(forKey: task.taskIdentifier) != nil }
  }

  // MARK: - The callbacks of URLSession, one after the other

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      let request = request.withScheme(ofLocationIn: response)
    #endif
    let (from, to) = (response.url?.scheme, request.url?.scheme)
    if to == "https" || to == "http" && from == "http" {
      completionHandler(request)
    } else if let underWay = self.request(of: task) {
      let reason = "redirect from \(from ?? "") to \(to ?? "") refused"
      abandon(underWay, .untrusted(reason), over: session)
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    guard let underWay = request(of: dataTask) else { return }
    guard let response = response as? HTTPURLResponse else {
      return abandon(underWay, .malformed("not HTTP"), over: session)
    }
    let encoding = response.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    if !Self.encodings.contains(encoding.lowercased()) {
      abandon(underWay, .malformed("unsupported compression: \(encoding)"), over: session)
    } else if response.expectedContentLength > bodyLimit {
      abandon(underWay, .tooLarge(limit: bodyLimit), over: session)
    } else {
      completionHandler(.allow)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let underWay = request(of: dataTask) else { return }
    if !underWay.append(data, limit: bodyLimit) {
      abandon(underWay, .tooLarge(limit: bodyLimit), over: session)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let underWay = request(of: task), forget(task) else { return }
    _ = underWay.end(result(of: underWay, task, error))
  }

  private func result(
    of underWay: RequestUnderWay, _ task: URLSessionTask, _ error: (any Error)?
  ) -> Result<Transport.Response, MarketError> {
    if let error {
      let host = task.currentRequest?.url?.host()
      return .failure(MarketError(error, host: host, deadline: underWay.seconds))
    }
    guard let response = task.response as? HTTPURLResponse else {
      return .failure(.unreachable("no response (connection closed)"))
    }
    var headers: [String: String] = [:]
    for case (let name as String, let value as String) in response.allHeaderFields {
      headers[name.lowercased()] = value
    }
    return .success(
      Transport.Response(status: response.statusCode, headers: headers, body: underWay.body))
  }
}
