import Foundation
import Testing

@testable import MarketCore

/// The pair that is chosen for a coin, and the pairs that match a pattern.
struct PairChoiceTests {
  private static let bitcoin = Pair(symbol: "BTC")

  private static func ticker(_ symbol: String, _ volume: Decimal, last: Decimal = 1) -> Ticker {
    Ticker(pair: Pair(symbol: symbol), open: 1, volume: volume, last: last)
  }

  private static func clients(_ markets: (id: ExchangeID, tickers: [Ticker])...) -> [MarketClient] {
    markets.compactMap { market in
      Exchanges.named(market.id).map { StubMarket($0, tickers: market.tickers).client }
    }
  }

  private static func market(_ clients: [MarketClient]) -> Market {
    let pool = ClientPool(of: Exchanges.all) { exchange in
      clients.first { $0.exchange.id == exchange.id } ?? .stub(exchange)
    }
    return Market(clients.map(\.exchange.id), in: pool)
  }

  private static func found(
    _ pair: Pair = bitcoin, on clients: [MarketClient], _ scope: PairChoice.Scope = .all,
    in currency: String = "USD"
  ) async -> [Listing] {
    await PairChoice().search(pair, among: clients, scope, in: currency).found
  }

  @Test(arguments: [
    (["BTC-EUR", "BTC-USDC", "BTC-USDT", "BTC-USD"], "BTC-USD"),
    (["BTC-EUR", "BTC-USDC", "BTC-USDT"], "BTC-USDT"), (["BTC-EUR", "BTC-USDC"], "BTC-USDC"),
    (["BTC-GBP", "BTC-EUR", "ETH-USD"], "BTC-EUR"), (["ETH-USD", "WBTC-USD"], nil),
  ])
  func `is in the first wanted currency`(listed: [String], expected: String?) async {
    let tickers = listed.map { Self.ticker($0, 1) }
    #expect(
      await Self.found(on: Self.clients(("kraken", tickers))).first?.pair.symbol == expected)
  }

  @Test func `is in the currency that was asked for, if it was traded`() async {
    let tickers = [
      Self.ticker("BTC-USDT", 1), Self.ticker("BTC-GBP", 1), Self.ticker("BTC-CHF", 0),
    ]
    let clients = Self.clients(("kraken", tickers))
    #expect(await Self.found(on: clients, in: "GBP").first?.pair.symbol == "BTC-GBP")
    #expect(await Self.found(on: clients, in: "CHF").first?.pair.symbol == "BTC-USDT")
  }

  @Test func `without a traded pair in such a currency has the largest turnover`() async {
    let tickers = [
      Self.ticker("BTC-USD", 0, last: 100), Self.ticker("BTC-JPY", 5, last: 10_000),
      Self.ticker("BTC-GBP", 4, last: 80), Self.ticker("USD-JPY", 1, last: 100),
      Self.ticker("GBP-USD", 1, last: 1.25),
    ]
    #expect(
      await Self.found(on: Self.clients(("kraken", tickers))).first?.pair.symbol == "BTC-JPY")
    let untraded = [Self.ticker("BTC-EUR", 0), Self.ticker("BTC-USD", 0)]
    #expect(
      await Self.found(on: Self.clients(("kraken", untraded))).first?.pair.symbol == "BTC-USD")
  }

  @Test func `is one pair of all exchanges for books`() async {
    let clients = Self.clients(
      ("kraken", [Self.ticker("BTC-EUR", 9)]),
      ("coinbase", [Self.ticker("BTC-USDT", 1), Self.ticker("BTC-USD", 0)]))
    #expect(await Self.found(on: clients).map(\.pair.symbol) == ["BTC-USDT"])
    let choice = PairChoice()
    let kraken = await choice.pair(of: Self.bitcoin, on: clients[0], among: clients, in: "USD")
    #expect(kraken == .success(Pair(symbol: "BTC-USDT")))
    #expect(choice.notes == ["BTC: BTC-USDT"])
  }

  @Test func `is of the first exchange with a wanted currency for candles`() async {
    let clients = Self.clients(
      ("kraken", [Self.ticker("BTC-JPY", 9)]), ("coinbase", [Self.ticker("BTC-EUR", 1)]),
      ("bitstamp", [Self.ticker("BTC-USD", 1)]))
    let found = await Self.found(on: clients, .first)
    #expect(found == [Listing(exchange: "coinbase", pair: Pair(symbol: "BTC-EUR"))])
    let other = await Self.found(on: Array(clients.prefix(1)), .first)
    #expect(other.map(\.pair.symbol) == ["BTC-JPY"])
  }

  @Test func `of failing exchanges is that of the others`() async {
    let kraken = StubMarket(Exchanges.kraken, tickers: [Self.ticker("BTC-USD", 1)])
    let clients = [kraken.client] + Self.clients(("coinbase", [Self.ticker("BTC-EUR", 1)]))
    kraken.failure = .unreachable("gone")
    let choice = PairChoice()
    let first = await choice.pair(of: Self.bitcoin, on: clients[0], among: clients, in: "USD")
    #expect(first == .failure(.unreachable("gone")))
    let second = await choice.pair(of: Self.bitcoin, on: clients[1], among: clients, in: "USD")
    #expect(second == .success(Pair(symbol: "BTC-EUR")))
    // The choice is kept.
    kraken.failure = nil
    let next = await choice.pair(of: Self.bitcoin, on: clients[0], among: clients, in: "USD")
    #expect(next == .success(Pair(symbol: "BTC-EUR")))
  }

  @Test func `is found at the next poll if all exchanges fail`() async {
    let kraken = StubMarket(Exchanges.kraken, tickers: [Self.ticker("BTC-USD", 1)])
    kraken.failure = .unreachable("gone")
    let choice = PairChoice()
    func pair() async -> Result<Pair, MarketError> {
      await choice.pair(of: Self.bitcoin, on: kraken.client, among: [kraken.client], in: "USD")
    }
    #expect(await pair() == .failure(.unreachable("gone")))
    kraken.failure = nil
    #expect(await pair() == .success(Pair(symbol: "BTC-USD")))
  }

  @Test func `of an unknown coin is an error with near names`() async {
    let clients = Self.clients(("kraken", [Self.ticker("BTC-USD", 1)]))
    let unknown = await PairChoice().pair(
      of: Pair(symbol: "BTCC"), on: clients[0], among: clients, in: "USD")
    #expect(unknown == .failure(.unknownCoin("BTCC", near: ["BTC"])))
  }

  @Test func `a pattern stands for all pairs that match`() async {
    let clients = Self.clients(
      ("kraken", [Self.ticker("ETH-USD", 0), Self.ticker("BTC-USD", 1), Self.ticker("ETH-EUR", 1)]))
    let market = Self.market(clients)
    let request: HistoryRequest = (Pair("eth-*"), "kraken", [])
    let expansion = await PairChoice().requests(for: request, in: market, "USD")
    #expect(try! expansion.requests.get().map(\.pair.symbol) == ["ETH-EUR", "ETH-USD"])
    let none = await PairChoice().requests(for: (Pair("X*"), "kraken", []), in: market, "USD")
    guard case .failure(let failure) = none.requests else { Issue.record("found"); return }
    #expect(failure == .unknownSymbol("X*", near: []))
  }

  @Test func `the first candidate is that of candles if no exchange was chosen`() async {
    let clients = Self.clients(
      ("bitfinex", [Self.ticker("ETH-USD", 1)]), ("kraken", [Self.ticker("BTC-USD", 1)]))
    let expansion = await PairChoice().requests(
      for: (Self.bitcoin, "bitfinex", clients), in: Self.market(clients), "USD")
    let requests = (try? expansion.requests.get()) ?? []
    #expect(requests.map(\.pair.symbol) == ["BTC-USD"])
    #expect(requests.first?.exchange == "bitfinex")
    #expect(requests.first?.candidates.map(\.exchange.id) == ["kraken"])
    #expect(expansion.refusals == ["bitfinex": .unknownCoin("BTC", near: [])])
  }
}
