import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A WebSocket client without a network, and the server's side of its connections, for tests and previews.
public final class StubWebSocket: Sendable {
  /// The server's side of a connection.
  public final class Connection: Sendable {
    /// The request, with the URL and the headers.
    public let request: URLRequest
    /// The messages of the client, for one loop. They end with the connection.
    public let texts: AsyncStream<String>
    private let received: AsyncStream<String>.Continuation
    private let events: AsyncStream<WebSocket.Event>.Continuation
    private let state = Mutex((sent: [String](), isOpen: true))

    fileprivate init(
      _ request: URLRequest, _ events: AsyncStream<WebSocket.Event>.Continuation
    ) {
      self.request = request
      self.events = events
      (texts, received) = AsyncStream.makeStream()
    }

    /// All messages of the client so far.
    public var sentTexts: [String] { state.withLock(\.sent) }

    /// Whether neither side has closed the connection.
    public var isOpen: Bool { state.withLock(\.isOpen) }

    /// Sends messages to the client, as one event.
    public func push(_ messages: String...) { push(messages) }

    /// Sends messages to the client, as one event.
    public func push(_ messages: [String]) {
      events.yield(.messages(messages.map { Data($0.utf8) }))
    }

    /// Sends a ping.
    public func ping() { events.yield(.alive) }

    /// Ends the connection with an error, by default that of a lost connection.
    public func close(_ error: MarketError = .unreachable("connection lost")) {
      events.yield(.closed(error))
      end()
    }

    fileprivate func receive(_ text: String) -> Bool {
      let isOpen = state.withLock { state in
        if state.isOpen { state.sent.append(text) }
        return state.isOpen
      }
      if isOpen { received.yield(text) }
      return isOpen
    }

    fileprivate func end() {
      state.withLock { $0.isOpen = false }
      events.finish()
      received.finish()
    }
  }

  /// The client.
  public let webSocket: WebSocket
  /// The opened connections, for one loop.
  public let connections: AsyncStream<Connection>

  /// Creates a stub that accepts all connections.
  ///
  /// - Parameters:
  ///   - refuse: returns the error for a request whose connection fails; `nil` to accept it.
  ///   - serve: called for each message of a client, before the client's next one.
  public init(
    refuse: @escaping @Sendable (URLRequest) -> MarketError? = { _ in nil },
    serve: @escaping @Sendable (Connection, String) -> Void = { _, _ in }
  ) {
    let (connections, opened) = AsyncStream<Connection>.makeStream()
    self.connections = connections
    webSocket = WebSocket { request in
      if let error = refuse(request) { return .failure(error) }
      let (events, destination) = AsyncStream<WebSocket.Event>.makeStream()
      let connection = Connection(request, destination)
      destination.onTermination = { [weak connection] _ in connection?.end() }
      opened.yield(connection)
      return .success(
        WebSocket.Connection(
          events: events, send: { if connection.receive($0) { serve(connection, $0) } },
          close: { connection.end() }))
    }
  }
}
