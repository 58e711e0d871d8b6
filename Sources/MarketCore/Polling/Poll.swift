/// One poll of an exchange: its result, and the time of the next poll.
public struct Poll<Value: Sendable>: Sendable {
  /// The polled exchange; `nil` in the polls of ``Poller/polls(fetch:)``.
  public let exchange: ExchangeID?
  public let result: Result<Value, MarketError>
  /// The time of the answer or the failure, by the clock of the poller.
  public let at: ContinuousClock.Instant
  /// The planned time of the exchange's next poll, even if polling ends before it; `nil` if none is planned.
  public let next: ContinuousClock.Instant?
  /// If this is not an output, but only one update of a stream, which alerts and conditions test: the index
  /// of the updated row.
  package var updatedRow: Int?
  /// If streams are lost, the time until which the last data was live; `nil` if it was not.
  package var aliveAt: ContinuousClock.Instant?

  /// A poll with these values, for tests and previews.
  public init(
    exchange: ExchangeID? = nil, result: Result<Value, MarketError>,
    at: ContinuousClock.Instant = .now, next: ContinuousClock.Instant? = nil
  ) {
    self.exchange = exchange
    self.result = result
    self.at = at
    self.next = next
  }

  public var answer: Value? { try? result.get() }

  public var failure: MarketError? {
    if case .failure(let error) = result { error } else { nil }
  }
}
