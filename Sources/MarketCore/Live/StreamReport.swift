import Foundation

/// What a ``LiveConnection`` reports.
enum StreamReport: Sendable {
  /// A connection is open, and its subscriptions are sent.
  case opened
  /// The events of messages that arrived together, the number of these messages, and whether the exchange has
  /// answered with them. Without messages, the connection has only shown that it is alive. `at` is the time of
  /// their arrival; `nil` for now.
  case events([StreamEvent], messages: Int, isAnswer: Bool, at: Date? = nil)
  /// These pairs were subscribed, but have no message.
  case silent([Pair])
  /// There is no connection, for this reason; the next one is tried at this time.
  case lost(MarketError, next: ContinuousClock.Instant)
}
