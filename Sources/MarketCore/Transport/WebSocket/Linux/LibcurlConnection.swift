#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// The part of a WebSocket connection that its user and the thread of ``SocketLoop`` share.
  final class LibcurlConnection: Sendable {
    typealias Result = Swift.Result<WebSocket.Connection, MarketError>
    typealias Events = AsyncStream<WebSocket.Event>

    /// What the user wants of an open connection, since the last look.
    struct Commands {
      var texts: [String] = []
      var closes = false
    }

    private enum Phase {
      case connecting(CheckedContinuation<Result, Never>?)
      /// There is no connection, because of this error.
      case failed(MarketError)
      case open(Events.Continuation)
      /// The user has closed the connection, or it has failed.
      case ended
    }

    let host: String
    /// The time limit until the server has accepted.
    let seconds: Double
    private let state: Mutex<(phase: Phase, texts: [String])> = Mutex((.connecting(nil), []))

    private init(host: String, seconds: Double) { (self.host, self.seconds) = (host, seconds) }

    static func open(_ request: URLRequest, userAgent: String) async -> Result {
      guard let url = request.url, let host = url.host(), let server = url.server else {
        let text = request.url?.absoluteString ?? ""
        return .failure(.untrusted("invalid URL: \(text)"))
      }
      let connection = LibcurlConnection(host: host, seconds: request.timeoutInterval)
      let headers = (request.allHTTPHeaderFields ?? [:]).merging(["User-Agent": userAgent]) { $1 }
      let client = WebSocketProtocol(
        url: url, headers: headers, messageLimit: WebSocket.messageLimit)
      return await withTaskGroup { group in
        group.addTask {
          try? await Task.sleep(for: .seconds(connection.seconds), clock: .continuous)
          if !Task.isCancelled { connection.fail(.timedOut(seconds: connection.seconds)) }
        }
        defer { group.cancelAll() }
        return await withTaskCancellationHandler {
          await connection.result { connection.connect(client, to: server, userAgent) }
        } onCancel: {
          connection.fail(.cancelled)
        }
      }
    }

    /// Waits for the result of an attempt to connect. Each attempt has a thread, because libcurl blocks until
    /// it has found the host and connected.
    private func result(of attempt: @escaping @Sendable () -> Void) async -> Result {
      await withCheckedContinuation { continuation in
        let error: MarketError? = state.withLock { state in
          if case .failed(let error) = state.phase { return error }
          state.phase = .connecting(continuation)
          return nil
        }
        if let error {
          continuation.resume(returning: .failure(error))
        } else {
          Thread.detachNewThread(attempt)
        }
      }
    }

    private func connect(_ client: WebSocketProtocol, to server: String, _ userAgent: String) {
      guard !hasFailed else { return }
      guard let handle = LibcurlHandle(server, userAgent: userAgent, timeout: seconds) else {
        return fail(.missing("no usable libcurl on this machine"))
      }
      if let code = handle.connect() {
        fail(handle.error(code, host: host, seconds: seconds))
      } else if !hasFailed {
        SocketLoop.shared.add(self, handle, client)
      }
    }

    /// Ends an attempt to connect, unless it has ended already.
    func fail(_ error: MarketError) {
      let continuation: CheckedContinuation<Result, Never>? = state.withLock { state in
        guard case .connecting(let continuation) = state.phase else { return nil }
        state.phase = .failed(error)
        return continuation
      }
      guard let continuation else { return }
      continuation.resume(returning: .failure(error))
      SocketLoop.shared.wakeUp()
    }

    /// Whether the attempt to connect has failed, also by cancellation or the time limit.
    var hasFailed: Bool { state.withLock { if case .failed = $0.phase { true } else { false } } }

    /// Ends the attempt to connect with success, and returns where the events go; `nil` if it had failed.
    func open() -> Events.Continuation? {
      let (events, destination) = Events.makeStream()
      let continuation: CheckedContinuation<Result, Never>? = state.withLock { state in
        guard case .connecting(let continuation) = state.phase else { return nil }
        state.phase = .open(destination)
        return continuation
      }
      guard let continuation else { return nil }
      destination.onTermination = { [self] reason in
        if case .cancelled = reason { close() }
      }
      continuation.resume(
        returning: .success(
          WebSocket.Connection(events: events, send: { self.send($0) }, close: { self.close() })))
      return destination
    }

    private func send(_ text: String) {
      let isOpen = state.withLock { state in
        guard case .open = state.phase else { return false }
        state.texts.append(text)
        return true
      }
      if isOpen { SocketLoop.shared.wakeUp() }
    }

    private func close() {
      guard let destination = end() else { return }
      destination.finish()
      SocketLoop.shared.wakeUp()
    }

    /// Ends an open connection; returns where its events went, or `nil` if it had ended already.
    func end() -> Events.Continuation? {
      state.withLock { state in
        guard case .open(let destination) = state.phase else { return nil }
        state.phase = .ended
        return destination
      }
    }

    func takeCommands() -> Commands {
      state.withLock { state in
        defer { state.texts = [] }
        let closes = if case .ended = state.phase { true } else { false }
        return Commands(texts: state.texts, closes: closes)
      }
    }
  }

  extension URL {
    /// The http or https URL of the server of a WebSocket URL, as in `https://localhost:8443/`.
    fileprivate var server: String? {
      guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
        let scheme = ["ws": "http", "wss": "https"][parts.scheme?.lowercased() ?? ""]
      else { return nil }
      (parts.scheme, parts.path, parts.query, parts.fragment) = (scheme, "/", nil, nil)
      (parts.user, parts.password) = (nil, nil)
      return parts.string
    }
  }
#endif
