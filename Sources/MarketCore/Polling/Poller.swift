/// One poll of an exchange: its result, and the time of the next one.
public struct Poll<Value: Sendable>: Sendable {
  /// The exchange; `nil` if it was polled alone, without its client.
  public let exchange: ExchangeID?
  /// The answer, or the error.
  public let result: Result<Value, MarketError>
  /// The time of the answer or the failure, by the clock of the poller.
  public let at: ContinuousClock.Instant
  /// The time of the next poll; `nil` after the last, and without pauses.
  public let next: ContinuousClock.Instant?

  /// A poll of these parts, for tests and previews of what shows a view model. Others come from a
  /// ``Poller``.
  ///
  /// - Parameters:
  ///   - exchange: the exchange; `nil` for the only one.
  ///   - result: the answer, or the error.
  ///   - at: the time of the answer or the failure.
  ///   - next: the time of the next poll; `nil` for none.
  public init(
    exchange: ExchangeID? = nil, result: Result<Value, MarketError>,
    at: ContinuousClock.Instant = .now, next: ContinuousClock.Instant? = nil
  ) {
    self.exchange = exchange
    self.result = result
    self.at = at
    self.next = next
  }

  /// The answer, if there is one.
  public var answer: Value? { try? result.get() }

  /// The failure, if it is one.
  public var failure: MarketError? {
    if case .failure(let error) = result { error } else { nil }
  }
}

/// Polls one exchange or several side by side, on a beat that is counted from the first poll; or without
/// pauses, when each has answered or failed.
///
/// A loop over ``polls(of:gathers:fetch:)`` gets the polls. They end when the count is reached, when
/// every exchange has failed permanently, or when the task is cancelled. An exchange never has more
/// than one fetch in flight, and no beat begins before the body of the loop is done; beats that went
/// by meanwhile are skipped. Leaving the loop cancels what is in flight.
///
/// After failures in a row an exchange is in back-off: its next poll comes in 1, 2, 4, … seconds, a
/// fifth more or less by chance, and never later than after a minute; or in as many seconds as it
/// requested (``MarketError/retryAfter``). Of several exchanges it skips beats until then; one alone
/// is polled at that time, and a success takes up the beat again.
public struct Poller: Sendable {
  let interval: Duration
  let count: Int?
  let clock: PollClock
  let control: PollControl

  /// A poller of this beat.
  ///
  /// - Parameters:
  ///   - interval: the time from one beat to the next; 0 for no pauses, not even after failures.
  ///   - count: the number of beats, above 0; `nil` for no end. Of one exchange, each poll is one,
  ///     answered or not.
  ///   - clock: the time, and the sleep until the next poll.
  ///   - control: pauses the poller, or makes it poll at once; it is for one loop at a time.
  public init(
    interval: Duration, count: Int? = nil, clock: PollClock = .real,
    control: PollControl = PollControl()
  ) {
    self.interval = interval
    self.count = count
    self.clock = clock
    self.control = control
  }

  /// The polls of several exchanges, one at least at a time.
  ///
  /// - Parameters:
  ///   - clients: the clients of the exchanges, one at least, of each exchange one.
  ///   - gathers: whether the polls of a beat come together: when each exchange has answered or
  ///     failed, and at the latest at the next beat; one that comes later is among the next ones.
  ///     They are in the order of the clients. Else each comes alone, as soon as it is there.
  ///   - fetch: makes one poll of an exchange.
  public func polls<Value: Sendable>(
    of clients: [MarketClient], gathers: Bool = true,
    fetch: @escaping @Sendable (MarketClient) async -> Result<Value, MarketError>
  ) -> some AsyncSequence<[Poll<Value>], Never> & Sendable {
    let fetches = clients.map { client in (client.exchange.id, { @Sendable in await fetch(client) })
    }
    return Polls(poller: self, fetches: fetches, gathers: gathers)
  }

  /// The polls of one exchange, one at a time.
  public func polls<Value: Sendable>(
    fetch: @escaping @Sendable () async -> Result<Value, MarketError>
  ) -> some AsyncSequence<Poll<Value>, Never> & Sendable {
    Polls(poller: self, fetches: [(nil, fetch)], gathers: false).map { polls in polls[0] }
  }
}
