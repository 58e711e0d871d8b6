/// Polls one exchange, or several concurrently, at equal intervals, which are counted from the first poll.
/// A moment at which all exchanges are polled is called a beat. If the interval is 0, a beat begins as soon
/// as each exchange has answered or failed.
///
/// A loop over ``polls(of:gathers:fetch:)`` receives the polls. They end when the count is reached, when
/// every exchange has failed permanently, or when the task is cancelled. An exchange never has more than
/// one fetch in flight. No beat begins while the body of the loop runs, and at most one beat that was
/// missed by then is made up. Leaving the loop cancels the fetches in flight.
///
/// After any other failure (except ``MarketError/notAnswered``), if the interval is not 0, the next poll of
/// the exchange is in 1, 2, 4, … seconds, randomly changed by up to a fifth, but at most a minute; or after
/// the delay that the exchange has requested (``MarketError/retryAfter``). A single exchange is polled at
/// exactly that time. One of several exchanges skips beats until about that time.
public struct Poller: Sendable {
  let interval: Duration
  let count: Int?
  let clock: PollClock
  let control: PollControl

  /// A poller with this interval.
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
  ///   - clients: at least one client, each of another exchange.
  ///   - gathers: whether a list has all polls of a beat, in the order of the clients. It is sent when
  ///     each exchange has answered or failed, or at the next beat; a late poll is in a later list. If
  ///     false, each list has one poll, and is sent at once.
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
