import Foundation

extension PollState {
  /// Applies polls. Before conditions and alerts are tested, requests the past closes of exchanges that have
  /// answered for the first time, and waits for them. Other past closes that are not known yet stay unknown.
  /// `notice` receives a sentence on a long wait.
  package mutating func apply(
    _ polls: [AnsweredPoll], notice: (String) -> Void
  ) async {
    if polls.contains(where: { $0.updatedRow != nil }), !test(polls) { return }
    applyToModel(polls)
    // A rehearsal has no time between polls.
    let awaited = polls.filter { poll in
      poll.answer != nil && (pace.isRehearsal || !answered.contains(poll.exchange))
    }.map(\.exchange)
    if !awaited.isEmpty {
      var requested = Set<PastCloses.Key>()
      for _ in 1...2 {
        await requestCloses(notice: notice) { key in
          awaited.contains(key.listing.exchange) && requested.insert(key).inserted
        }
        if requested.isEmpty { break }
        // The first closes can decide which rows are displayed, and these need closes, too.
        fillCloses()
      }
    }
    finishApplying(polls)
  }

  /// Requests further past closes until the next poll, for later polls: those whose lifetime is over, that
  /// have failed, or that new rows need.
  package mutating func requestCloses(before polls: [AnsweredPoll]) async {
    let next = polls.compactMap(\.next).min()
    guard let next = next ?? (pace.isLive ? feed.market.clock.now() + .seconds(1) : nil) else {
      return
    }
    await requestCloses(until: next) { _ in true }
  }

  private mutating func requestCloses(
    until end: ContinuousClock.Instant? = nil, notice: (String) -> Void = { _ in },
    where isIncluded: (PastCloses.Key) -> Bool
  ) async {
    let (market, clock) = (feed.market, feed.market.clock)
    let (date, now, arrivals) = (market.now(), clock.now(), model.polled.arrivals)
    var seen = Set<PastCloses.Key>()
    let requests = feed.closes(for: model, asIn: firstModel)
      .filter { isIncluded($0) && seen.insert($0).inserted }
      .compactMap {
        pastCloses.request(for: $0, from: market.clients, arrivals: arrivals, on: date, at: now)
      }
    let parts = Dictionary(grouping: requests, by: \.listing.exchange)
    for client in market.clients {
      client.notice(onRequests: parts[client.exchange.id]?.count ?? 0).map(notice)
    }
    let pace = pace
    let results = await withTaskGroup(of: [(CandleRequest, CandleRequest.Result)].self) { group in
      for requests in parts.values {
        group.addTask { await market.results(of: requests, until: end, retries: pace.isOneShot) }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    for (request, result) in results {
      // Requests follow each poll, so that only a rate limit needs a pause.
      let isLimited = if case .failure(.rateLimited) = result { true } else { false }
      pastCloses.apply(
        result, of: request, at: clock.now(),
        pause: isLimited ? pace.interval(for: market) : .zero)
    }
  }

  /// Sets the past closes that are known in the rows.
  package mutating func fillCloses() {
    let (feed, closes) = (feed, pastCloses)
    OutputTime.$current.withValue(outputTime) { feed.fill(&model, from: closes) }
  }

  /// Applies the answer to a request of ``closeRequest(of:at:)``.
  package mutating func apply(
    _ result: CandleRequest.Result, of request: CandleRequest, at now: ContinuousClock.Instant
  ) {
    pastCloses.apply(result, of: request, at: now, pause: pace.interval(for: feed.market))
    fillCloses()
  }
}

extension PollState where SomeFeed: RowsFeed {
  /// Returns the next request of a past close for the values of these rows; `nil` if none is due.
  package func closeRequest(
    of rows: [SomeFeed.Row], at now: ContinuousClock.Instant
  ) -> CandleRequest? { closeRequest(for: feed.closes(of: rows), at: now) }

  /// Returns the next request of a past close that any row needs; `nil` if none is due.
  package func closeRequest(at now: ContinuousClock.Instant) -> CandleRequest? {
    closeRequest(for: feed.closes(for: model, asIn: firstModel), at: now)
  }

  private func closeRequest(
    for keys: [PastCloses.Key], at now: ContinuousClock.Instant
  ) -> CandleRequest? {
    let (clients, date, arrivals) = (feed.market.clients, feed.market.now(), model.polled.arrivals)
    return keys.lazy.compactMap { key in
      pastCloses.request(for: key, from: clients, arrivals: arrivals, on: date, at: now)
    }.first
  }
}

extension Market {
  /// Sends requests to an exchange, one after the other until `end`. Stops at a request that would have to
  /// wait longer for a rate limit, at a failure that concerns all pairs, and at the third consecutive
  /// transient one.
  fileprivate func results(
    of requests: [CandleRequest], until end: ContinuousClock.Instant?, retries: Bool
  ) async -> [(CandleRequest, CandleRequest.Result)] {
    var clients = clients
    for index in clients.indices { clients[index].waitEnd = end }
    var results: [(CandleRequest, CandleRequest.Result)] = []
    var failures = 0
    for request in requests {
      if Task.isCancelled || end.map({ $0 <= clock.now() }) ?? false { break }
      let result = await request.send(
        with: clients, on: now(), retryingBy: retries ? clock : nil)
      if case .failure(.cancelled) = result { break }
      results.append((request, result))
      guard case .failure(let error) = result, error.isTransient else {
        failures = 0
        continue
      }
      failures += 1
      if failures == 3 || error.isAboutAllPairs { break }
    }
    return results
  }
}

extension MarketClient {
  /// Returns a sentence such as `1,400 requests to Kraken, about 23 min` if this number of requests of candles
  /// takes long because of the rate limit, or because each takes a moment; otherwise `nil`.
  func notice(onRequests count: Int) -> String? {
    // In a replay, requests take no time.
    guard count > 0, limiter != nil else { return nil }
    let limit = exchange.info.candleLimit ?? exchange.info.limit
    let waits = limit.map { Double((count - 1) / $0.count) * ($0.window / .seconds(1)) } ?? 0
    let seconds = max(waits, Double(count) * 0.2)
    guard count > 10 || seconds > 5 else { return nil }
    let number = NumberFormat.grouped(Decimal(count))
    return
      "\(number) requests to \(exchange.title), about \(NumberFormat.duration(seconds: seconds))"
  }
}
