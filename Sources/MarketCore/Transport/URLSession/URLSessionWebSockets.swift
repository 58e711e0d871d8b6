#if !canImport(FoundationNetworking)
  import Foundation
  import Synchronization

  extension WebSocket {
    /// Creates a WebSocket client that opens its connections over one `URLSession`.
    static func urlSession(userAgent: String) -> WebSocket {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      configuration.httpAdditionalHeaders = ["User-Agent": userAgent]
      let owner = WebSocketSession(URLSession(configuration: configuration))
      return WebSocket { await URLSessionConnection.open($0, over: owner.session) }
    }
  }

  /// Owns a session, and invalidates it when the owner is released.
  private final class WebSocketSession: Sendable {
    let session: URLSession

    init(_ session: URLSession) { self.session = session }

    deinit { session.finishTasksAndInvalidate() }
  }

  /// A WebSocket connection over `URLSession`, as the delegate of its task. Foundation answers pings and
  /// joins the parts of messages, so ``WebSocket/Event/alive`` has no cause but binary messages and answers to
  /// pings of this program.
  private final class URLSessionConnection: NSObject, URLSessionWebSocketDelegate {
    typealias Result = Swift.Result<WebSocket.Connection, MarketError>
    typealias Events = AsyncStream<WebSocket.Event>

    private enum Phase {
      case connecting(CheckedContinuation<Result, Never>?)
      /// There is no connection, because of this error.
      case failed(MarketError)
      case open(Events.Continuation)
      case ended
    }

    /// After this silence a ping is sent. It is longer than the silence after which a connection with heartbeats is
    /// lost, and shorter than that of others (``StreamInfo/silence``).
    private static let silence = Duration.seconds(45)

    private let host: String
    private let seconds: Double
    private let phase = Mutex(Phase.connecting(nil))
    private let lastArrival = Mutex(ContinuousClock.now)

    private init(host: String, seconds: Double) { (self.host, self.seconds) = (host, seconds) }

    static func open(_ request: URLRequest, over session: URLSession) async -> Result {
      guard let url = request.url, let host = url.host(),
        ["ws", "wss"].contains(url.scheme?.lowercased())
      else {
        return .failure(.untrusted("invalid URL: \(request.url?.absoluteString ?? "")"))
      }
      let connection = URLSessionConnection(host: host, seconds: request.timeoutInterval)
      var request = request
      // Foundation's timer must not end a connection that is open. The time limit is checked below.
      request.timeoutInterval = 7 * 86_400
      let task = session.webSocketTask(with: request)
      task.maximumMessageSize = WebSocket.messageLimit
      task.delegate = connection
      return await withTaskGroup { group in
        group.addTask {
          try? await Task.sleep(for: .seconds(connection.seconds), clock: .continuous)
          if !Task.isCancelled {
            connection.fail(.timedOut(seconds: connection.seconds), task)
          }
        }
        defer { group.cancelAll() }
        return await withTaskCancellationHandler {
          await withCheckedContinuation { connection.start(task, $0) }
        } onCancel: {
          connection.fail(.cancelled, task)
        }
      }
    }

    private func start(
      _ task: URLSessionWebSocketTask, _ continuation: CheckedContinuation<Result, Never>
    ) {
      let error: MarketError? = phase.withLock { phase in
        if case .failed(let error) = phase { return error }
        phase = .connecting(continuation)
        return nil
      }
      if let error {
        continuation.resume(returning: .failure(error))
      } else {
        task.resume()
      }
    }

    /// Ends the connection, or the attempt to connect, with an error, unless it has ended already.
    private func fail(_ error: MarketError, _ task: URLSessionTask) {
      let old = phase.withLock { phase in
        let old = phase
        switch old {
        case .connecting: phase = .failed(error)
        case .open: phase = .ended
        case .failed, .ended: break
        }
        return old
      }
      switch old {
      case .connecting(let continuation):
        continuation?.resume(returning: .failure(error))
        task.cancel()
      case .open(let destination):
        destination.yield(.closed(error))
        destination.finish()
        task.cancel()
      case .failed, .ended: break
      }
    }

    private func receive(_ task: URLSessionWebSocketTask, _ destination: Events.Continuation) {
      task.receive { [self] result in
        switch result {
        case .success(.string(let text)): destination.yield(.messages([Data(text.utf8)]))
        case .success: destination.yield(.alive)
        // The delegate receives the error, too, or the code of the close frame.
        case .failure: return
        }
        lastArrival.withLock { $0 = .now }
        receive(task, destination)
      }
    }

    /// Sends a ping after each silence, because Foundation does not show the server's pings. Not tried on macOS.
    private func ping(_ task: URLSessionWebSocketTask, _ destination: Events.Continuation) async {
      while !Task.isCancelled {
        try? await Task.sleep(
          until: lastArrival.withLock(\.self) + Self.silence, clock: .continuous)
        let isDue = lastArrival.withLock { last in
          guard last + Self.silence <= .now else { return false }
          last = .now
          return true
        }
        guard isDue, !Task.isCancelled else { continue }
        task.sendPing { if $0 == nil { destination.yield(.alive) } }
      }
    }

    private func close(_ task: URLSessionWebSocketTask) {
      let destination: Events.Continuation? = phase.withLock { phase in
        guard case .open(let destination) = phase else { return nil }
        phase = .ended
        return destination
      }
      guard let destination else { return }
      destination.finish()
      task.cancel(with: .normalClosure, reason: nil)
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didOpenWithProtocol name: String?
    ) {
      let (events, destination) = Events.makeStream()
      let continuation: CheckedContinuation<Result, Never>? = phase.withLock { phase in
        guard case .connecting(let continuation) = phase else { return nil }
        phase = .open(destination)
        return continuation
      }
      guard let continuation else { return webSocketTask.cancel() }
      let pings = Task { await ping(webSocketTask, destination) }
      destination.onTermination = { [self] reason in
        pings.cancel()
        if case .cancelled = reason { close(webSocketTask) }
      }
      continuation.resume(
        returning: .success(
          WebSocket.Connection(
            events: events, send: { webSocketTask.send(.string($0)) { _ in } },
            close: { self.close(webSocketTask) })))
      receive(webSocketTask, destination)
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      let reason = reason.map { String(decoding: $0, as: UTF8.self) } ?? ""
      let code = closeCode == .noStatusReceived ? nil : closeCode.rawValue
      if let error = MarketError(.closed(code: code, reason: reason)) { fail(error, webSocketTask) }
    }

    /// Follows no redirect: its response is that of the server.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let response = task.response as? HTTPURLResponse
      if let response, response.statusCode != 101 {
        var headers: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields {
          headers[name.lowercased()] = value
        }
        let refusal = WebSocketProtocol.Event.refused(
          status: response.statusCode, headers: headers)
        if let error = MarketError(refusal) { fail(error, task) }
      } else if let error {
        fail(MarketError(error, host: host, deadline: seconds), task)
      } else {
        fail(.unreachable("connection to \(host) lost"), task)
      }
    }
  }
#endif
