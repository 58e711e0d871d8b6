package import Foundation

/// Translates the WebSocket messages of an exchange, as the state of one connection. Only the implementation
/// contains the exchange's names, messages and errors.
///
/// Pairs are in the exchange's own codes, as in ``Exchange``.
package protocol ExchangeStream: Sendable {
  /// The messages that subscribe, in the order in which they are sent. They are sent within the limits of
  /// ``StreamInfo``.
  var subscriptions: [String] { get }

  /// The events of one received message, in order; empty for messages that are not needed. Throws if the
  /// message cannot be read.
  mutating func events(in message: Data) throws -> [StreamEvent]

  /// The same for a message that arrived at this time; `nil` for now.
  mutating func events(in message: Data, at time: Date?) throws -> [StreamEvent]

  /// Called when the connection has ended.
  func end()
}

extension ExchangeStream {
  package mutating func events(in message: Data, at time: Date?) throws -> [StreamEvent] {
    try events(in: message)
  }

  package func end() {}
}

/// What a message of an exchange's stream means.
package enum StreamEvent: Equatable, Sendable {
  case ticker(TickerUpdate)
  case book(BookUpdate)
  /// The exchange has accepted a subscription. Only streams without first messages need this event.
  case subscribed
  /// The book of this pair is needed by a request, whose response is then read as a message.
  case needsBook(Pair)
  /// The exchange refuses the subscription of a pair, or if the pair is `nil`, of all pairs of the connection.
  case refused(Pair?, MarketError)
  /// The exchange will close the connection soon, for this reason. Another one should be opened before.
  case ending(String)
  /// Messages were lost between the numbers of two messages, such as `30 after 28`, so that the connection has
  /// to be opened again.
  case gap(String)
  /// The exchange has failed, so that the connection has to be opened again.
  case failed(MarketError)
}
