public import Foundation

/// The parsed answer of an exchange, and the time of its arrival.
public struct Answer<Value: Sendable>: Sendable {
  /// The valid part of the answer.
  public internal(set) var value: Value
  /// The arrival time.
  public let asOf: Date
  /// The time of the answer by the exchange's clock (its `Date` header), else the arrival time.
  let sentAt: Date
  /// The source of the answer: a base URL or a directory; `nil` if it is unknown.
  public let source: String?
  /// Warnings about the value, for people.
  public var warnings: [Warning]
  /// The errors of requested parts that the value lacks, such as an unknown pair.
  public var failures: [MarketError]
  /// The everyday names of the requested pairs that were written in the exchange's own codes, as in
  /// `BTC-USD` for `XBT-USD` on Kraken.
  public internal(set) var names: [Pair: Pair]
  /// The requested pairs, or coins, that the value lacks but earlier answers had, by their everyday names.
  package internal(set) var missing: [Pair] = []
  /// Whether every requested part is in ``failures``, so that the value is empty.
  package var hasOnlyFailures = false

  /// An answer of these parts, for tests and previews. All other answers come from a ``MarketClient``.
  ///
  /// - Parameters:
  ///   - value: the valid part of the answer.
  ///   - asOf: the arrival time.
  ///   - source: a base URL or a directory, for people; `nil` if it is unknown.
  ///   - warnings: warnings about the value.
  ///   - failures: the errors of requested parts that the value lacks.
  public init(
    _ value: Value, asOf: Date = .now, source: String? = nil, warnings: [Warning] = [],
    failures: [MarketError] = []
  ) {
    self.init(
      value, asOf: asOf, source: source, warnings: warnings, failures: failures, names: [:])
  }

  /// An answer of these parts. Without `sentAt`, it was sent at its arrival time.
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

  /// A parsed value; throws ``MarketError/malformed(_:)`` if the response has only invalid rows.
  private init(
    _ value: Value, isEmpty: Bool, in response: Transport.Response, _ warnings: [Warning]
  ) throws(MarketError) {
    if isEmpty {
      for case .rowSkipped(let reason) in warnings { throw .malformed(reason) }
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

  /// The same answer with a transformed value.
  package func map<Other>(_ transform: (Value) -> Other) -> Answer<Other> {
    var other = Answer<Other>(
      transform(value), asOf: asOf, sentAt: sentAt, source: source, warnings: warnings,
      failures: failures, names: names)
    (other.missing, other.hasOnlyFailures) = (missing, hasOnlyFailures)
    return other
  }

  /// The rows of both answers, with the time of the older answer.
  func adding<Row>(_ other: Answer) -> Answer where Value == [Row] {
    Answer(
      value + other.value, asOf: min(asOf, other.asOf), source: source,
      warnings: warnings + other.warnings)
  }

  /// Returns this answer, or throws an error if it is empty although the exchange always sends rows.
  package func requiringRows() throws(MarketError) -> Self where Value: Collection {
    guard !value.isEmpty else { throw .emptyResponse }
    return self
  }
}
