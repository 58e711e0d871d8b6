import Foundation
@testable import MarketCore
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The rules for every exchange, tested on its recorded responses. An exchange that is added to
/// ``Exchanges/all`` is tested here, too.
struct CommonTests {
  /// An exchange with its recorded answers.
  struct Market: Sendable, CustomTestStringConvertible {
    let exchange: any Exchange
    // Once for all tests.
    private let list: Task<Answer<[Ticker]>, any Error>
    private let pairs: Task<[Pair], any Error>

    fileprivate init(_ exchange: any Exchange) {
      self.exchange = exchange
      let list = Task { try await MarketClient.recorded(exchange).tickers().get() }
      self.list = list
      pairs = Task {
        let pairs = try await list.value.value.map(\.pair)
        let bitcoin = try #require(
          ["BTC-USD", "BTC-USDT", "BTC-EUR"].map(Pair.init(symbol:))
            .first(where: pairs.contains))
        let other = Pair(base: "ETH", quote: bitcoin.quote ?? "")
        #expect(pairs.contains(other))
        return [bitcoin, other]
      }
    }

    var testDescription: String { exchange.id.rawValue }
    var client: MarketClient { .recorded(exchange) }

    /// The answer to the first request for the list.
    func answer() async throws -> Answer<[Ticker]> { try await list.value }

    /// Bitcoin in dollars, in dollars of Tether, or in euros.
    func bitcoin() async throws -> Pair { try await pairs.value[0] }

    /// Bitcoin and another coin in the same currency.
    func twoPairs() async throws -> [Pair] { try await pairs.value }
  }

  static let markets = Exchanges.all.map(Market.init)
}

/// Exchanges and their lists.
extension CommonTests {
  @Test func `names of exchanges are unique`() {
    #expect(Set(Exchanges.all.map(\.id)).count == Exchanges.all.count)
    #expect(
      [
        Exchanges.blockchainCom, Exchanges.bitfinex, Exchanges.kraken, Exchanges.coinbase,
        Exchanges.bitstamp, Exchanges.binance, Exchanges.okx, Exchanges.bybit, Exchanges.gate,
        Exchanges.kuCoin, Exchanges.bitget, Exchanges.cryptoCom, Exchanges.upbit,
        Exchanges.bitvavo, Exchanges.bitso,
      ].map(\.id.rawValue)
        == [
          "blockchain", "bitfinex", "kraken", "coinbase", "bitstamp", "binance", "okx", "bybit",
          "gate", "kucoin", "bitget", "cryptocom", "upbit", "bitvavo", "bitso",
        ])
    #expect(Exchanges.standard.id == Exchanges.all.first?.id)
    #expect(Set(Exchanges.all.map(\.title)).count == Exchanges.all.count)
    #expect(Exchanges.all.first?.id == Exchanges.standard.id)
  }

  @Test func `requests have the limit of their exchange, or one of their own`() {
    // Blockchain.com documents none; each request of Bitfinex has its own.
    let unlimited = Exchanges.all.filter { $0.info.limit == nil }.map(\.id)
    #expect(unlimited == ["blockchain", "bitfinex"])
  }

  @Test(arguments: markets)
  func `an exchange has a short name, an address and an interval`(market: Market) {
    let exchange = market.exchange
    let name = exchange.id.rawValue
    #expect(!name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLowercase })
    #expect(!exchange.title.isEmpty)
    #expect(exchange.url.scheme == "https" && !exchange.url.absoluteString.hasSuffix("/"))
    #expect(exchange.info.minimumPollInterval >= .seconds(1))
    #expect(exchange.info.periods == Set(exchange.info.periods).sorted())
  }

  @Test(arguments: markets)
  func `each pair is there once, in capitals, as BASE-QUOTE`(market: Market) async throws {
    let answer = try await market.answer()
    #expect(!answer.value.isEmpty)
    #expect(answer.warnings.isEmpty)
    #expect(Set(answer.value.map(\.pair)).count == answer.value.count)
    for pair in answer.value.map(\.pair) {
      #expect(pair.symbol == pair.symbol.uppercased())
      #expect(pair.base != nil && pair.symbol == "\(pair.base ?? "")-\(pair.quote ?? "")")
    }
  }

  /// On the standard exchange 0 is a value.
  @Test(arguments: markets.filter { $0.exchange.id != Exchanges.standard.id })
  func `no price is 0, and prices fit together`(market: Market) async throws {
    for ticker in try await market.answer().value {
      let prices = [
        ticker.last, ticker.open, ticker.bid, ticker.ask, ticker.high, ticker.low,
      ].compactMap(\.self)
      #expect(prices.allSatisfy { $0 > 0 }, "\(ticker.pair)")
      #expect(ticker.volume ?? 0 >= 0, "\(ticker.pair)")
      if let high = ticker.high, let low = ticker.low { #expect(low <= high, "\(ticker.pair)") }
      if let bid = ticker.bid, let ask = ticker.ask { #expect(bid <= ask, "\(ticker.pair)") }
    }
  }

  @Test(arguments: markets)
  func `polls follow one another, and prices move`(market: Market) async throws {
    let client = market.client
    var polls: [Answer<[Ticker]>] = []
    for _ in 1...3 { polls.append(try await client.tickers().get()) }
    #expect(polls[0].asOf < polls[1].asOf && polls[1].asOf < polls[2].asOf)
    #expect(polls[0].value.map(\.last) != polls[2].value.map(\.last))
    #expect(polls.allSatisfy { Set($0.value.map(\.pair)) == Set(polls[0].value.map(\.pair)) })
  }

  /// Prices are requested by each poll, anything else only by the first: where an exchange does
  /// without other requests, all polls are the same.
  @Test(arguments: markets)
  func `facts are requested once per run, with the first poll`(market: Market) async throws {
    let targets = Mutex<[String]>([])
    let client = market.client.observed { [id = market.exchange.id] request, _, _ in
      let path = request.url?.absoluteString.components(separatedBy: "/\(id)/").last
      targets.withLock { $0.append(path ?? "") }
    }
    var polls: [[String]] = []
    for _ in 1...3 {
      _ = try await client.tickers().get()
      polls.append(
        targets.withLock { targets in
          defer { targets = [] }
          return targets.sorted()
        })
    }
    #expect(polls[1] == polls[2])
    let prices = ["tickers", "Ticker", "ticker", "stats", "orderbook"]
    let facts = polls[1].filter { target in !prices.contains { target.contains($0) } }
    #expect(facts == [], "requested again")
    #expect(Set(polls[0]).isSuperset(of: polls[1]))
  }

  @Test(arguments: markets)
  func `one pair is the same alone as in the list`(market: Market) async throws {
    let pair = try await market.bitcoin()
    let list = try await market.answer().value
    #expect(try await market.client.ticker(of: pair).get().value == list.first { $0.pair == pair })
  }

  @Test(arguments: markets)
  func `the state of a pair is known where its status is`(market: Market) async throws {
    let instruments = try await market.client.instruments().get().value
    #expect(instruments.allSatisfy { ($0.state == nil) == ($0.status == nil) })
    #expect(instruments.contains { $0.state == .open } == instruments.contains { $0.status != nil })
  }

  @Test(arguments: markets)
  func `one pair is asked for alone, in fewer bytes`(market: Market) async throws {
    let pair = try await market.bitcoin()
    let bytes = Mutex(0)
    let client = market.client.observed { _, result, _ in
      if case .success(let response) = result { bytes.withLock { $0 += response.body.count } }
    }
    let answer = try await client.tickers(of: [pair], details: .none).get()
    #expect(answer.value.map(\.pair) == [pair])
    #expect(answer.value[0].last != nil)
    let one = bytes.withLock(\.self)
    _ = try await client.tickers(details: .none).get()
    #expect(one < bytes.withLock(\.self) - one)
  }

  @Test(arguments: markets)
  func `the pairs of the list are those that the exchange lists`(market: Market) async throws {
    let listed = try await RequestScope(market.client).everyday.pairs().pairs
    let shown = try await market.answer().value.map(\.pair)
    #expect(listed.isSuperset(of: shown))
  }

  @Test(arguments: markets)
  func `instruments cover the list, and steps are above 0`(market: Market) async throws {
    let answer = try await market.client.instruments().get()
    #expect(answer.warnings.isEmpty)
    let pairs = answer.value.map(\.pair)
    #expect(Set(pairs).count == pairs.count)
    #expect(Set(pairs).isSuperset(of: try await market.answer().value.map(\.pair)))
    for instrument in answer.value {
      #expect(instrument.status != nil || instrument.tickSize != nil || instrument.lotSize != nil)
      let steps = [instrument.tickSize, instrument.lotSize].compactMap(\.self)
      #expect(steps.allSatisfy { $0 > 0 }, "\(instrument.pair)")
    }
  }
}
