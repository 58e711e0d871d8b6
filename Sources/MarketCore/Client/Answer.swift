public import Foundation

/// An answer of an exchange, and when it arrived.
public struct Answer<Value: Sendable>: Sendable {
  /// The valid part of the answer.
  public internal(set) var value: Value
  /// The arrival time of the answer.
  public let asOf: Date
  /// The time of the answer by the exchange's clock: its `Date` header, else its arrival.
  let sentAt: Date
  /// The source of the answer: a base URL or a directory; `nil` if none was named.
  public let source: String?
  /// Warnings about the value, for people.
  public var warnings: [Warning]
  /// The errors of requested parts that the value lacks, such as an unknown pair among several.
  public var failures: [MarketError]
  /// The everyday names of the requested pairs that were written in the exchange's own codes, as in
  /// `BTC-USD` for `XBT-USD` on Kraken.
  public internal(set) var names: [Pair: Pair]
  /// The requested pairs, or coins, that earlier answers of the client had and the value lacks, by their
  /// everyday names.
  package internal(set) var missing: [Pair] = []
  /// Whether every requested part is one of ``failures``: there is nothing to show.
  package var hasOnlyFailures = false

  /// An answer of these parts, for tests and previews. Others come from a ``MarketClient``.
  ///
  /// - Parameters:
  ///   - value: the valid part of the answer.
  ///   - asOf: the arrival time.
  ///   - source: the source, for people; `nil` for none.
  ///   - warnings: warnings about the value.
  ///   - failures: the errors of requested parts that the value lacks.
  public init(
    _ value: Value, asOf: Date = .now, source: String? = nil, warnings: [Warning] = [],
    failures: [MarketError] = []
  ) {
    self.init(
      value, asOf: asOf, source: source, warnings: warnings, failures: failures, names: [:])
  }

  /// An answer of these parts, with everyday names.
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

  /// What a response holds; malformed if it has rows, and none is valid.
  private init(
    _ value: Value, isEmpty: Bool, in response: Transport.Response, _ warnings: [Warning]
  ) throws(MarketError) {
    if isEmpty {
      for case .rowLeftOut(let reason) in warnings { throw .malformed(reason) }
    }
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

  /// The same answer with another value made of this one.
  package func map<Other>(_ transform: (Value) -> Other) -> Answer<Other> {
    var other = Answer<Other>(
      transform(value), asOf: asOf, sentAt: sentAt, source: source, warnings: warnings,
      failures: failures, names: names)
    (other.missing, other.hasOnlyFailures) = (missing, hasOnlyFailures)
    return other
  }

  /// The rows of this answer and of another one, with the time of the older one.
  func adding<Row>(_ other: Answer) -> Answer where Value == [Row] {
    Answer(
      value + other.value, asOf: min(asOf, other.asOf), source: source,
      warnings: warnings + other.warnings)
  }

  /// This answer, for a request that always returns rows, such as the one of all pairs.
  package func requiringRows() throws(MarketError) -> Self where Value: Collection {
    guard !value.isEmpty else { throw .emptyResponse }
    return self
  }
}
