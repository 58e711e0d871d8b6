/// One poll of an exchange: its result, and the time of the next poll.
public struct Poll<Value: Sendable>: Sendable {
  /// The exchange; `nil` in the polls of ``Poller/polls(fetch:)``.
  public let exchange: ExchangeID?
  public let result: Result<Value, MarketError>
  /// The time of the answer or the failure, by the clock of the poller.
  public let at: ContinuousClock.Instant
  /// The time of the next poll; `nil` after the last poll, and if the interval is 0.
  public let next: ContinuousClock.Instant?

  /// A poll with these values, for tests and previews of a view model. A ``Poller`` makes all other polls.
  ///
  /// - Parameters:
  ///   - exchange: the exchange; `nil` for a single exchange without a client.
  ///   - result: the answer, or the error.
  ///   - at: the time of the answer or the failure.
  ///   - next: the time of the next poll; `nil` if there is none.
  public init(
    exchange: ExchangeID? = nil, result: Result<Value, MarketError>,
    at: ContinuousClock.Instant = .now, next: ContinuousClock.Instant? = nil
  ) {
    self.exchange = exchange
    self.result = result
    self.at = at
    self.next = next
  }

  /// The answer; `nil` after a failure.
  public var answer: Value? { try? result.get() }

  /// The failure; `nil` after an answer.
  public var failure: MarketError? {
    if case .failure(let error) = result { error } else { nil }
  }
}

/// Polls one exchange, or several concurrently. All exchanges are polled on a beat, which is counted from
/// the first poll. Without an interval, a beat begins as soon as each exchange has answered or failed.
///
/// A loop over ``polls(of:gathers:fetch:)`` receives the polls. They end when the count is reached, when
/// every exchange has failed permanently, or when the task is cancelled. An exchange never has more than
/// one fetch in flight. No beat begins while the body of the loop runs; beats in this time are skipped.
/// Leaving the loop cancels the fetches in flight.
///
/// After consecutive failures an exchange is in back-off: its next poll is in 1, 2, 4, … seconds, with a
/// random change of up to a fifth, and at most a minute. If the exchange has requested a delay
/// (``MarketError/retryAfter``), that delay applies instead. Beside other exchanges, it skips the beats
/// until then. A single exchange is polled exactly at that time; after a success, the beats continue.
public struct Poller: Sendable {
  let interval: Duration
  let count: Int?
  let clock: PollClock
  let control: PollControl

  /// A poller with this beat.
  ///
  /// - Parameters:
  ///   - interval: the time from one beat to the next; 0 for no pauses, not even after failures.
  ///   - count: the number of beats, above 0; `nil` for no end. For a single exchange it is the number of
  ///     polls, including failures.
  ///   - clock: the time, and the sleep until the next poll.
  ///   - control: pauses the poller, or makes it poll at once. Use it for only one loop at a time.
  public init(
    interval: Duration, count: Int? = nil, clock: PollClock = .real,
    control: PollControl = PollControl()
  ) {
    self.interval = interval
    self.count = count
    self.clock = clock
    self.control = control
  }

  /// The polls of several exchanges, in lists of at least one poll.
  ///
  /// - Parameters:
  ///   - clients: the clients of the exchanges: at least one, and one per exchange.
  ///   - gathers: whether one list has the polls of a whole beat, in the order of the clients. It is sent
  ///     when each exchange has answered or failed, at the latest at the next beat; a later poll is in the
  ///     next list. Otherwise each poll is sent alone at once.
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
