import Foundation
import Synchronization

/// Polls the fills of one market order on each exchange. If the pair is a coin, the first poll chooses one
/// pair of the coin for all exchanges.
package struct CompareFeed: RowsFeed {
  package var market: Market
  package var query = ListQuery<ComparedFill>()
  package var watch = Watch<ComparedFill>()
  private let pair: Pair
  let order: MarketOrder
  let fees: TakerFees?
  private let currency: String
  private let bookFetch = DollarBookFetch()
  private let choice = PairChoice()

  /// A feed of a pair or coin. Of a coin, the pair in `currency` is preferred.
  package init(
    _ market: Market, of pair: Pair, in currency: String, _ order: MarketOrder, fees: TakerFees?
  ) {
    (self.market, self.pair, self.currency) = (market, pair, currency)
    (self.order, self.fees) = (order, fees)
  }

  package static let isSummary = true
  package let name = "compare"

  package var heading: [String] {
    let currency = order.isInQuote ? pair.quote : pair.base ?? pair.symbol
    return [
      pair.symbol,
      "\(order.direction.rawValue) \(NumberFormat.money(order.amount, in: currency))",
    ]
  }

  package var model: ComparisonViewModel {
    var model = ComparisonViewModel(query, of: market.exchanges)
    model.polled.required = market.required
    return model
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    switch await choice.pair(of: pair, on: client, among: market.clients, in: currency) {
    case .success(let pair): await fetch(pair, from: client)
    case .failure(let failure): .failure(failure)
    }
  }

  package func notices(_ model: ComparisonViewModel) -> [String] { choice.notes + model.notices }

  private func fetch(_ pair: Pair, from client: MarketClient) async -> Fetched {
    await bookFetch(client, pair).map { answer in
      let row = ComparedFill(order, fees: fees, in: answer.value)
      let sent = answer.value.entries(order.takes).count
      var answer = answer.map { _ in [row] }
      let (title, limit) = (client.exchange.title, client.exchange.info.bookLimit)
      if row.fill.unfilled > 0, let limit, sent >= limit {
        answer.warnings.append(.note("\(title) book is limited to \(limit) levels per side"))
      }
      return answer
    }
  }
}

/// Fetches the books of a pair. If an exchange does not list the pair, and its quote counts as one dollar,
/// fetches the book of the same base in another such quote.
private final class DollarBookFetch: Sendable {
  /// The quotes in the order in which they are tried.
  private static let quotes = ["USD"] + Currency.stablecoins

  private let bookFetch = BookFetch()
  /// The pairs that replace the requested pair, by exchange.
  private let substitutes = Mutex<[ExchangeID: Pair]>([:])

  func callAsFunction(
    _ client: MarketClient, _ pair: Pair
  ) async -> Result<Answer<OrderBook>, MarketError> {
    let id = client.exchange.id
    if let substitute = substitutes.withLock({ $0[id] }) {
      return await book(of: substitute, insteadOf: pair, on: client)
    }
    let result = await bookFetch(client, pair, .levels)
    guard case .failure(let failure) = result, failure.unlisted != nil else { return result }
    switch await Self.substitute(for: pair, on: client) {
    case .success(nil): return result
    case .success(let substitute?):
      substitutes.withLock { $0[id] = substitute }
      return await book(of: substitute, insteadOf: pair, on: client)
    // In a later poll, the exchange can take part.
    case .failure(let error): return error.isTransient ? .failure(error) : result
    }
  }

  private func book(
    of substitute: Pair, insteadOf pair: Pair, on client: MarketClient
  ) async -> Result<Answer<OrderBook>, MarketError> {
    await bookFetch(client, substitute, .levels).map { answer in
      var answer = answer
      answer.warnings.insert(.note(Self.note(on: substitute, insteadOf: pair)), at: 0)
      return answer
    }
  }

  /// The first listed pair of the same base in a quote that counts as one dollar; `nil` if there is none, or
  /// if the quote of `pair` does not.
  private static func substitute(
    for pair: Pair, on client: MarketClient
  ) async -> Result<Pair?, MarketError> {
    guard let base = pair.base, let quote = pair.quote, quotes.contains(quote) else {
      return .success(nil)
    }
    return await client.listedPairs().map { listed in
      quotes.lazy.map { Pair(base: base, quote: $0) }.first(where: listed.pairs.contains)
    }
  }

  /// A sentence such as `BTC-USDT, USDT counted as 1 USD`.
  private static func note(on substitute: Pair, insteadOf pair: Pair) -> String {
    let quotes = [substitute.quote ?? "", pair.quote ?? ""]
    let (coin, other) = quotes[0] == "USD" ? (quotes[1], quotes[0]) : (quotes[0], quotes[1])
    return "\(substitute), \(coin) counted as 1 \(other)"
  }
}
