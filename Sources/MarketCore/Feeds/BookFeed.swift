/// Polls the order book of a pair, on one exchange or merged from several. If the pair is a coin, the first
/// poll chooses one pair of the coin for all exchanges.
package struct BookFeed: Feed {
  package var market: Market { didSet { choice = PairChoice() } }
  package var pair: Pair
  package var query: BookQuery
  package var watch = Watch<OrderBookViewModel>()
  private let currency: String
  private let bookFetch = BookFetch()
  private var choice = PairChoice()
  /// The exchanges that the condition of ``watch`` is about. Later, a key can choose other exchanges.
  private let first: [ExchangeID]

  /// A feed of a pair or coin. Of a coin, the pair in `currency` is preferred.
  package init(
    _ market: Market, of pair: Pair, _ query: BookQuery = BookQuery(), in currency: String = "USD"
  ) {
    (self.market, self.pair, self.query, self.currency) = (market, pair, query, currency)
    first = market.exchanges
  }

  package var model: OrderBookViewModel {
    OrderBookViewModel(pair: pair, query: query, of: market.exchanges)
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    switch await choice.pair(of: pair, on: client, among: market.clients, in: currency) {
    case .success(let pair): return await bookFetch(client, pair, query.detail)
    case .failure(let failure): return .failure(failure)
    }
  }

  package func meets(
    _ condition: Condition<OrderBookViewModel>, _ book: OrderBookViewModel
  ) -> Bool {
    market.exchanges == first
      && condition.holds(for: book, asOf: book.asOf, in: book.polled.windows)
  }

  /// The notices that a pair was chosen for a coin, that an exchange is not part of a live merged book, that the
  /// book of an exchange is limited, and that the best prices of a merged book cross.
  package func notices(_ book: OrderBookViewModel) -> [String] {
    guard book.polled.isMultiExchange else { return choice.notes }
    var notices = choice.notes
    notices += book.polledBesideLive.map {
      "the live book is without \(market.title(of: $0)), which is polled"
    }
    notices += market.clients.compactMap { client -> String? in
      guard let limit = client.exchange.info.bookLimit,
        book.reachesBeyond(client.exchange.id, limit: limit)
      else { return nil }
      return "\(client.exchange.title) book is limited to \(limit) levels per side"
    }
    if book.book.isCrossed, let bid = book.book.bids.first, let ask = book.book.asks.first {
      let titles = [bid, ask].map { market.title(of: $0.exchange) }
      notices.append("crossed market: best bid \(titles[0]) > best ask \(titles[1]) (before fees)")
    }
    return notices
  }
}
