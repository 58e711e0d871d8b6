import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// Requests over one `URLSession`, which keeps its connections.
  ///
  /// Follows redirects, but not from https to http nor to anything that is not HTTP; refuses
  /// compressed answers, for the requests ask for none.
  ///
  /// - Parameters:
  ///   - userAgent: the program and its version, as in `tickers/1.0`.
  ///   - bodyLimit: the most bytes that an answer's body may have; a larger one is
  ///     ``MarketError/tooLarge(limit:)``.
  public static func urlSession(
    userAgent: String, bodyLimit: Int = 32 * 1_048_576
  ) -> Transport {
    let requests = RequestsUnderWay(bodyLimit: bodyLimit)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpAdditionalHeaders = ["User-Agent": userAgent]
    let session = URLSession(
      configuration: configuration, delegate: requests, delegateQueue: requests.queue)
    return Transport { request in await requests.send(request, over: session) }
  }
}

/// The requests under way, each ended by the first of its answer, its deadline and its caller.
///
/// An abandoned task is suspended and never cancelled: `cancel()` can trap or hang in Foundation
/// on Linux (swift-corelibs-foundation issues 3292 and 5412), and a task left running keeps its
/// connection and a core busy for as long as its body drips.
private final class RequestsUnderWay: NSObject, URLSessionDataDelegate {
  private struct Pending {
    let task: URLSessionTask
    let deadline: Task<Void, Never>
    let seconds: Double
    let continuation: CheckedContinuation<Result<Transport.Response, MarketError>, Never>
    var response: HTTPURLResponse?
    var body = Data()
  }

  let queue = InlineQueue()
  private let bodyLimit: Int
  private let pending = Mutex<[Int: Pending]>([:])

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  func send(
    _ request: URLRequest, over session: URLSession
  ) async -> Result<Transport.Response, MarketError> {
    let seconds = request.timeoutInterval
    var request = request
    // Foundation's own timer is of whole seconds and starts again with every byte: it must only
    // not ring before the deadline. On a busy machine it may still be heard first.
    request.timeoutInterval = seconds.rounded(.up) + 1
    let task = session.dataTask(with: request)
    let id = task.taskIdentifier
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let deadline = Task {
          try? await Task.sleep(for: .seconds(seconds), clock: .continuous)
          if !Task.isCancelled { self.abandon(id, .timedOut(seconds: seconds)) }
        }
        let entry = Pending(
          task: task, deadline: deadline, seconds: seconds, continuation: continuation)
        pending.withLock { $0[id] = entry }
        task.resume()
        // The caller may have given up before there was anything to abandon.
        if Task.isCancelled { abandon(id, .cancelled) }
      }
    } onCancel: {
      abandon(id, .cancelled)
    }
  }

  private func abandon(_ id: Int, _ error: MarketError) {
    finish(id) { entry in
      queue.suspend(entry.task)
      return .failure(error)
    }
  }

  /// Ends a request, unless something else has ended it before.
  private func finish(_ id: Int, _ result: (Pending) -> Result<Transport.Response, MarketError>) {
    guard let entry = pending.withLock({ $0.removeValue(forKey: id) }) else { return }
    entry.deadline.cancel()
    entry.continuation.resume(returning: result(entry))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // Foundation's new request has lost a scheme that it does not know.
    let location = response.value(forHTTPHeaderField: "Location").flatMap(URL.init(string:))
    let (from, to) = (response.url?.scheme, location?.scheme ?? request.url?.scheme)
    if to == "https" || to == "http" && from == "http" {
      completionHandler(request)
    } else {
      abandon(
        task.taskIdentifier, .untrusted("a redirect from \(from ?? "") to \(to ?? "") was refused"))
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let id = dataTask.taskIdentifier
    guard let response = response as? HTTPURLResponse else {
      return abandon(id, .malformed("it is not HTTP"))
    }
    let encoding = response.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    if encoding.lowercased() != "identity" {
      abandon(id, .malformed("it is compressed (\(encoding)), which was not asked for"))
    } else if response.expectedContentLength > bodyLimit {
      abandon(id, .tooLarge(limit: bodyLimit))
    } else {
      pending.withLock { $0[id]?.response = response }
      completionHandler(.allow)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let id = dataTask.taskIdentifier
    let isTooLarge = pending.withLock { pending in
      guard let size = pending[id]?.body.count, size + data.count <= bodyLimit else {
        return pending[id] != nil
      }
      pending[id]?.body.append(data)
      return false
    }
    if isTooLarge { abandon(id, .tooLarge(limit: bodyLimit)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    finish(task.taskIdentifier) { entry in
      if let error {
        let host = entry.task.currentRequest?.url?.host()
        return .failure(MarketError(error, host: host, deadline: entry.seconds))
      }
      guard let response = entry.response ?? entry.task.response as? HTTPURLResponse else {
        return .failure(.unreachable("the connection was closed without an answer"))
      }
      return .success(
        Transport.Response(
          status: response.statusCode, headers: response.headersInLowerCase, body: entry.body))
    }
  }
}

/// Runs the delegate's calls at once, on the thread that makes them; holds them back while a task is
/// being suspended.
///
/// A queue of its own lags behind the socket, and the bytes that wait in it have no limit.
///
/// Unchecked, for the superclass is so and a subclass must say it again. What it adds is safe: two
/// constants of Sendable types, a `Mutex` that holds all of its state and a `DispatchQueue`.
private final class InlineQueue: OperationQueue, @unchecked Sendable {
  /// What is held back while a task is being suspended.
  private let held = Mutex<[@Sendable () -> Void]?>(nil)
  private let suspensions = DispatchQueue(label: "suspensions")

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    let isHeld = held.withLock { held in
      held?.append(block)
      return held != nil
    }
    if !isHeld { block() }
  }

  /// Suspends a task soon, holding back meanwhile what Foundation has to say.
  ///
  /// `suspend()` stops the transfer a moment after it marks the task, and traps if the task was
  /// completed in between; the completion is said here, so it is held until then.
  func suspend(_ task: URLSessionTask) {
    suspensions.async { [self] in
      held.withLock { $0 = [] }
      task.suspend()
      // The second waits for what the first one queued.
      task.suspend()
      while let blocks = nextHeld() { for block in blocks { block() } }
    }
  }

  /// What was held, in order; `nil` ends the holding.
  private func nextHeld() -> [@Sendable () -> Void]? {
    held.withLock { held in
      let blocks = held ?? []
      held = blocks.isEmpty ? nil : []
      return held == nil ? nil : blocks
    }
  }
}

extension HTTPURLResponse {
  fileprivate var headersInLowerCase: [String: String] {
    var headers: [String: String] = [:]
    for case (let name as String, let value as String) in allHeaderFields {
      headers[name.lowercased()] = value
    }
    return headers
  }
}
