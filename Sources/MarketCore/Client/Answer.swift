public import Foundation

/// A value from the responses of exchanges, with its arrival time, warnings and failures.
public struct Answer<Value: Sendable>: Sendable {
  /// What was requested, without the parts that have failed.
  public internal(set) var value: Value
  /// The arrival time; of several responses, of the oldest one.
  public internal(set) var asOf: Date
  /// The time of the answer by the exchange's clock (the `Date` header), or else the arrival time.
  let sentAt: Date
  /// The source of the answer, such as a base URL or a directory, for people; `nil` if it is unknown.
  public let source: String?
  public var warnings: [Warning]
  /// The errors of requested parts, such as an unknown pair.
  public var failures: [MarketError]
  /// The errors about coins that the exchange does not list, but that another exchange may list.
  package var unlistedCoins: [MarketError] = []
  /// The everyday names of requested pairs, or coins, that were written in the exchange's own codes, as in
  /// `BTC-USD` for `XBT-USD` on Kraken.
  public internal(set) var names: [Pair: Pair]
  /// The requested pairs, or coins, that the value lacks but earlier answers had, by their everyday names.
  package internal(set) var missing: [Pair] = []
  /// Whether the value is empty because every requested part has failed.
  package var hasOnlyFailures = false
  /// The state of the exchange's streams; `nil` if there is no live run.
  package var live: LiveState?

  /// Creates an answer, for example for tests and previews.
  ///
  /// - Parameters:
  ///   - value: the valid part of the answer.
  ///   - asOf: the arrival time.
  ///   - source: the source, such as a base URL or a directory, for people; `nil` if it is unknown.
  ///   - warnings: warnings about the value.
  ///   - failures: the errors of requested parts.
  public init(
    _ value: Value, asOf: Date = .now, source: String? = nil, warnings: [Warning] = [],
    failures: [MarketError] = []
  ) {
    self.init(
      value, asOf: asOf, source: source, warnings: warnings, failures: failures, names: [:])
  }

  package init(
    _ value: Value, asOf: Date, sentAt: Date? = nil, source: String? = nil,
    warnings: [Warning] = [], failures: [MarketError] = [], names: [Pair: Pair]
  ) {
    self.value = value
    self.asOf = asOf
    self.sentAt = sentAt ?? asOf
    self.source = source
    self.warnings = warnings
    self.failures = failures
    self.names = names
  }

  /// Throws ``MarketError/malformed(_:)`` if the response has rows, but no valid one.
  private init(
    _ value: Value, isEmpty: Bool, in response: Transport.Response, _ warnings: [Warning]
  ) throws(MarketError) {
    if isEmpty, let error = warnings.malformed { throw error }
    self.init(
      value, asOf: response.receivedAt, sentAt: response.sentAt, source: response.source,
      warnings: response.warnings + warnings, names: [:])
  }

  package init(
    _ rows: Value, in response: Transport.Response, _ warnings: [Warning] = []
  ) throws(MarketError) where Value: Collection {
    try self.init(rows, isEmpty: rows.isEmpty, in: response, warnings)
  }

  package init(
    _ book: OrderBook, in response: Transport.Response, _ warnings: [Warning] = []
  ) throws(MarketError) where Value == OrderBook {
    try self.init(book, isEmpty: book.isEmpty, in: response, warnings)
  }

  package func map<Other>(_ transform: (Value) -> Other) -> Answer<Other> {
    var other = Answer<Other>(
      transform(value), asOf: asOf, sentAt: sentAt, source: source, warnings: warnings,
      failures: failures, names: names)
    (other.missing, other.hasOnlyFailures, other.live) = (missing, hasOnlyFailures, live)
    other.unlistedCoins = unlistedCoins
    return other
  }

  /// The rows and warnings of both answers, with the arrival time of the older one.
  func adding<Row>(_ other: Answer) -> Answer where Value == [Row] {
    Answer(
      value + other.value, asOf: min(asOf, other.asOf), source: source,
      warnings: warnings + other.warnings)
  }

  package func requiringRows() throws(MarketError) -> Self where Value: Collection {
    guard !value.isEmpty else { throw .emptyResponse }
    return self
  }
}

/// The state of an exchange's streams at an output.
package struct LiveState: Hashable, Sendable {
  /// Whether prices come from a stream that is live, not from polls.
  package var isLive: Bool
  /// Whether prices are polled because there is no connection to the streams.
  package var isFallback = false
  /// The messages received on the present connections.
  package var messages = 0
  package var proof = BookProof.none
  /// The arrival time of the last poll, for what is not streamed; `nil` if all is.
  package var polledAt: Date?
  /// The updates of a book since its last whole book; `nil` for tickers, and without a live book.
  package var updates: Int?

  /// How a live book is proven, as in `checksum ok`; `nil` without a live book.
  package var proofSentence: String? {
    guard updates != nil else { return nil }
    return switch proof {
    case .checksum: "checksum ok"
    case .sequence: "sequence ok"
    case .none: "not proven"
    }
  }
}
