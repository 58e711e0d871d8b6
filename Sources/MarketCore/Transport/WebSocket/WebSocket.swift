public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Opens WebSocket connections (RFC 6455), for example over a network, or from a recording.
public struct WebSocket: Sendable {
  /// What happens on an open connection.
  public enum Event: Sendable {
    /// Whole text messages in valid UTF-8, at least one, in the order in which they were sent. Binary
    /// messages are ignored. `at` is the time of their arrival; `nil` for the time of the event.
    case messages([Data], at: Date? = nil)
    /// A ping, a pong or a part of a message has arrived. Pings are answered before this event.
    case alive
    /// The connection has ended. This is the last event.
    case closed(MarketError)
  }

  /// An open connection. It ends when either side closes it, or when it fails.
  public struct Connection: Sendable {
    /// The events in order, for one loop.
    public let events: AsyncStream<Event>
    /// Sends a text message. It has no effect after the end of the connection.
    public let send: @Sendable (String) -> Void
    /// Closes the connection; ``events`` end.
    public let close: @Sendable () -> Void

    /// Creates a connection, for example of a stub.
    public init(
      events: AsyncStream<Event>, send: @escaping @Sendable (String) -> Void,
      close: @escaping @Sendable () -> Void
    ) {
      (self.events, self.send, self.close) = (events, send, close)
    }
  }

  /// The most bytes of a message. A longer one ends the connection.
  public static let messageLimit = 32 * 1_048_576

  /// Opens a connection to a `ws` or `wss` URL, with the headers of the request. The request's
  /// `timeoutInterval` is the time limit until the server has accepted. A failure means that there is no
  /// connection: an HTTP status other than 101 is ``MarketError/httpStatus(_:retryAfter:)`` or
  /// ``MarketError/rateLimited(retryAfter:)``.
  public let open: @Sendable (URLRequest) async -> Result<Connection, MarketError>

  /// Creates a WebSocket client that opens each connection with this closure.
  public init(_ open: @escaping @Sendable (URLRequest) async -> Result<Connection, MarketError>) {
    self.open = open
  }
}
