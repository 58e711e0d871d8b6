import Foundation

extension RowsFeed where Model.Element == Ticker {
  package func livePolls(
    from live: LiveMarket, at pace: Pace, control: PollControl
  ) -> (any AsyncSequence<[AnsweredPoll], Never> & Sendable)? {
    LivePolls(feed: self, pace: pace, control: control) { client, updates, onNews in
      switch live.source(client.exchange.stream, of: client, in: market) {
      case .success(let source):
        let streams = LiveStreams(
          source, client, coalesces: updates == .newest, onNews: onNews)
        return (LiveTickers(self, client, streams), nil)
      case .failure(let reason): return (LiveTickers(self, client, nil), reason)
      }
    }
  }
}

extension BookFeed {
  /// The least number of levels per side that are streamed: keys of a screen can show as many.
  private static let leastDepth = 100

  package func livePolls(
    from live: LiveMarket, at pace: Pace, control: PollControl
  ) -> (any AsyncSequence<[AnsweredPoll], Never> & Sendable)? {
    // Streams have levels only.
    if query.detail == .orders { return nil }
    // The levels of a step, or of a fill, can need any number.
    let isWhole = query.step != nil || query.order != nil
    let depths = isWhole ? [] : [query.depth, query.imbalanceDepth].compactMap(\.self)
    let depth = depths.count < 2 ? nil : max(depths[0], depths[1], Self.leastDepth)
    return LivePolls(feed: self, pace: pace, control: control) { client, updates, onNews in
      live.book(
        of: client, in: market, depth: depth, updates: updates, onNews: onNews,
        pair: { $0.pair }, value: { $0 })
    }
  }
}

extension CompareFeed {
  package func livePolls(
    from live: LiveMarket, at pace: Pace, control: PollControl
  ) -> (any AsyncSequence<[AnsweredPoll], Never> & Sendable)? {
    LivePolls(feed: self, pace: pace, control: control) { client, updates, onNews in
      live.book(
        of: client, in: market, depth: nil, updates: updates, onNews: onNews,
        pair: { $0.first?.fill.pair }, value: { [ComparedFill(order, fees: fees, in: $0)] })
    }
  }
}

extension LiveMarket {
  /// The book of a pair on an exchange, and why it is polled.
  fileprivate func book<Value: Equatable & Sendable>(
    of client: MarketClient, in market: Market, depth: Int?, updates: LiveUpdates,
    onNews: @escaping @Sendable (LiveConnections.NewsKind) -> Void,
    pair: @escaping @Sendable (Value) -> Pair?, value: @escaping @Sendable (OrderBook) -> Value
  ) -> (content: LiveOrderBook<Value>, reason: MarketError?) {
    var streams = client.exchange.bookStream(depth: depth)
    streams?.neededDepth = depth
    let source = source(streams?.stream, of: client, in: market, book: streams?.book(from: client))
    let content = LiveOrderBook(
      client, streams, from: try? source.get(), updates: updates,
      onNews: onNews, pair: pair, value: value)
    if case .failure(let reason) = source { return (content, reason) }
    return (content, nil)
  }
}

extension BookStreamInfo {
  /// Requests a book from a client; `nil` if no stream needs it.
  fileprivate func book(
    from client: MarketClient
  ) -> (@Sendable (Pair) async -> Result<Data, MarketError>)? {
    guard let book else { return nil }
    return { await client.book(for: $0, book) }
  }
}

extension [Poll<Answer<[Ticker]>>] {
  /// The poll with an update, with only the updated row.
  var ofUpdatedRow: [Poll<Answer<[Ticker]>>] {
    compactMap { poll in
      guard let row = poll.updatedRow, var answer = poll.answer else { return nil }
      answer.value = [answer.value[row]]
      return Poll(exchange: poll.exchange, result: .success(answer), at: poll.at)
    }
  }
}
