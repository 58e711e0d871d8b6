import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// The price of a coin from its pairs on several exchanges.
struct CoinTests {
  private static let exchanges: [ExchangeID] = ["blockchain", "kraken", "coinbase", "binance"]

  /// The coins of tickers of these lines, which answer at seconds: Blockchain.com at 0, Kraken at 1, …
  private static func summary(
    _ tickers: [Ticker], in currency: String = "USD", codes: Set<String>? = nil,
    only exchange: ExchangeID? = nil
  ) -> CoinSummary {
    CoinSummary(
      of: tickers, in: currency, exchanges: exchanges, codes: codes,
      where: exchange.map { exchange in { $0.exchange == exchange } }
    ) { exchange in
      let second = exchanges.firstIndex { $0 == exchange } ?? -1
      return Date(timeIntervalSince1970: Double(second))
    }
  }

  private static func coin(
    of code: String = "BTC", _ lines: [String], in currency: String = "USD"
  ) throws -> Coin {
    let summary = summary([Ticker](lines: lines), in: currency, codes: [code])
    return try #require(summary.coins.first { $0.code == code })
  }

  /// The texts of columns, `–` for unknown ones.
  private static func texts(_ coin: Coin, _ columns: Column<Coin>...) -> [String] {
    columns.map { coin.value(of: $0, asOf: .distantPast).text ?? "–" }
  }

  @Test func `coins are sorted by their codes, traded or not`() {
    let bases = ["LTC", "ETH", "ADA", "XRP", "BTC", "SOL", "DOT"]
    let lines = bases.map { "kraken \($0)-USD 1 \($0 == "ETH" ? 0 : 1)" }
    let codes = Self.summary([Ticker](lines: lines), codes: Set(bases)).coins.map(\.code)
    #expect(codes == bases.sorted())
  }

  @Test(arguments: [
    (["100 1"], "100"), (["100 3", "101 1"], "100"), (["100 1", "101 3"], "101"),
    (["102 1", "100 1", "101 1"], "101"), (["100 1", "101 1", "102 1", "103 1"], "102"),
    // The weight is the turnover, not the volume.
    (["100 11", "120 10"], "120"),
    // Half is reached exactly.
    (["200 1", "100 2"], "100"), (["100 1", "200 1", "300 1"], "200"), (["100 3", "150 2"], "100"),
    // Deserted markets do not count for much.
    (["100 10", "150 0.001", "101 9.8"], "100"), (["90 0.001", "100 10", "101 10"], "101"),
    // Equal prices are one weight.
    (["100 2", "110 3", "100 2"], "100"), (["0 5", "0 1"], "0"),
  ])
  func `the price is the median by turnover`(markets: [String], price: String) throws {
    let lines = zip(markets.indices, markets).map { "\(Self.exchanges[$0]) BTC-USD \($1)" }
    for lines in [lines, lines.reversed()] {
      #expect(try Self.texts(Self.coin(lines), "price") == [price])
    }
  }

  @Test(arguments: [
    // A price five times as high, or a fifth, counts; beyond that it is wrong, whatever its turnover.
    (["100 1", "100 1", "500 9"], "500"), (["100 1", "100 1", "500.1 9"], "100"),
    (["100 1", "100 1", "20 99"], "20"), (["100 1", "100 1", "19.99 99"], "100"),
    (["100 1", "101 1", "1000 9"], "101"), (["100 2", "101 1", "10.1 999"], "100"),
    (["100 1", "101 1", "0 9"], "101"),
    // Of two that contradict each other, the lower one.
    (["100 1", "1000 1"], "100"),
  ])
  func `a price far from the others has no weight in the price`(
    markets: [String], price: String
  ) throws {
    let lines = zip(markets.indices, markets).map { "\(Self.exchanges[$0]) BTC-USD \($1)" }
    #expect(try Self.texts(Self.coin(lines), "price") == [price])
  }

  @Test func `a price far from the others has none in percent and no part in low, high and gap`()
    throws
  {
    let coin = try Self.coin([
      "blockchain BTC-USD 100 1 50", "kraken BTC-USD 100 1 50", "coinbase BTC-USD 1000 9 1000",
    ])
    #expect(
      Self.texts(coin, "price", "percent", "turnover", "low_price", "high_price", "gap_bp")
        == ["100", "100", "9200", "100", "100", "0"])
    #expect(Self.texts(coin, "markets", "exchanges") == ["3", "3"])
  }

  @Test func `low and high have their exchanges, and untraded pairs have no part in them`()
    throws
  {
    let coin = try Self.coin([
      "blockchain BTC-USD 90 0", "kraken BTC-USD 101 1", "coinbase BTC-USD 99 1",
      "binance BTC-USD 101 1", "kraken BTC-EUR 500 1", "coinbase BTC-USDT 98 0",
    ])
    #expect(
      Self.texts(coin, Coin.Columns.lowPrice, Coin.Columns.lowExchange, Coin.Columns.highPrice)
        == ["99", "coinbase", "101"])
    #expect(Self.texts(coin, Coin.Columns.highExchange) == ["kraken"])
    #expect(Self.texts(coin, Coin.Columns.gapBasisPoints) == ["198.019802"])
    let untraded = try Self.coin(["kraken BTC-USD 100 0"])
    #expect(
      Self.texts(untraded, Coin.Columns.lowExchange, Coin.Columns.highExchange) == ["–", "–"])
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `one price that is wrong by ten moves the price to none outside the others`(
    seed: UInt64
  ) throws {
    var random = Seeded(state: seed)
    let count = Int.random(in: 3...8, using: &random)
    // Of Bitcoin in dollars and euros, each about 2% around the same price.
    var lines = (0..<count).map { index in
      let isInEuros = Bool.random(using: &random)
      let price = Int.random(in: 9_800...10_200, using: &random) / (isInEuros ? 2 : 1)
      let volume = Int.random(in: 1...5_000, using: &random)
      let exchange = Self.exchanges[index % Self.exchanges.count]
      return "\(exchange) BTC-\(isInEuros ? "EUR" : "USD") \(price) \(volume)"
    }
    lines += Self.exchanges.map { "\($0) EUR-USD 2 1" }
    for wrong in 0..<count {
      for exponent in ["E1", "E-1"] {
        var words = lines[wrong].split(separator: " ").map(String.init)
        words[2] += exponent
        var changed = lines
        changed[wrong] = words.joined(separator: " ")
        let price = try #require(try Self.coin(changed).price)
        changed.remove(at: wrong)
        let others = try Self.coin(changed)
        let low = try #require(others.lowPrice)
        let high = try #require(others.highPrice)
        #expect(!price.isBelow(low) && !high.isBelow(price), "\(lines), \(wrong)")
      }
    }
  }

  @Test func `prices and turnovers are converted at the rates of their exchange`() throws {
    let lines = [
      "kraken BTC-EUR 100 1", "kraken EUR-USD 2", "coinbase BTC-EUR 100 1", "coinbase EUR-USD 3 0",
      "binance BTC-USDT 250 1", "blockchain BTC-EUR 100 1",
    ]
    let coin = try Self.coin(lines)
    #expect(
      Self.texts(coin, "price", "low_price", "high_price", "turnover", "markets")
        == ["250", "200", "300", "950", "4"])
    let summary = Self.summary([Ticker](lines: lines))
    #expect(
      summary.rates(of: [coin]).lines
        == ["kraken EUR-USD 2", "coinbase EUR-USD 3", "* USDT-USD 1"])
    #expect(summary.rates(of: []).isEmpty)
  }

  @Test func `percent is the median by turnover of changes over 24 hours`() throws {
    let coin = try Self.coin([
      "blockchain BTC-USD 110 1 100", "coinbase BTC-USD 105 9 100", "binance BTC-USD 99 5 100",
      // Not over 24 hours, and without a change.
      "kraken BTC-USD 110 99 100 utc", "blockchain BTC-USDT 110 99",
      "binance BTC-USDT 110 99 0",
    ])
    #expect(Self.texts(coin, "percent") == ["5"])
    let halves = ["blockchain BTC-USD 100 1 50", "coinbase BTC-USD 100 1 80"]
    #expect(Self.texts(try Self.coin(halves), "percent") == ["25"])
  }

  @Test func `without changes over 24 hours percent is of those since 00:00 UTC`() throws {
    let coin = try Self.coin([
      "kraken BTC-USD 110 3 100 utc", "kraken BTC-EUR 105 1 100 utc", "kraken EUR-USD 1 1",
      // Without a change, and not traded.
      "coinbase BTC-USD 110 1", "binance BTC-USD 110 0 50",
    ])
    #expect(Self.texts(coin, "percent") == ["10"])
    #expect(coin.dayChangeReference == .utcDay)
    let both = try Self.coin(["kraken BTC-USD 110 9 100 utc", "coinbase BTC-USD 120 1 100"])
    #expect(Self.texts(both, "percent") == ["20"])
    #expect(both.dayChangeReference == .dayAgo)
    #expect(try Self.coin(["kraken BTC-USD 110 9"]).dayChangeReference == nil)
  }

  @Test func `exchanges whose changes are since 00:00 UTC are known if their pairs count`() {
    let summary = Self.summary(
      [Ticker](lines: [
        "kraken BTC-USD 110 1 100 utc", "binance BTC-USD 110 0 100 utc",
        "coinbase BTC-USD 110 1 100", "kraken ETH-USD 11 1 10 utc", "kraken XLM-USD 2 1",
        "coinbase ETH-USD 10 1",
      ]))
    #expect(summary.exchangesWithoutDayAgo == ["kraken"])
    let pairs = summary.pairsSinceMidnight(of: summary.coins)
    #expect(pairs.map(\.pair.symbol) == ["ETH-USD"] && pairs.map(\.exchange) == ["kraken"])
    #expect(summary.pairsSinceMidnight(of: []).isEmpty)
  }

  @Test func `share is the part of the turnover of all coins, without fiat currencies`() throws {
    let lines = [
      "kraken BTC-USD 100 3", "binance ETH-USD 10 6", "kraken ETH-USD 10 4", "kraken EUR-USD 2 999",
    ]
    let all = Self.summary([Ticker](lines: lines)).coins
    #expect(Set(all.map { Self.texts($0, "coin", "share") }) == [["BTC", "75"], ["ETH", "25"]])
    // Those that are named have the same share.
    #expect(Self.texts(try Self.coin(of: "ETH", lines), "turnover", "share") == ["100", "25"])
    // Division by zero.
    #expect(
      Self.texts(try Self.coin(["blockchain BTC-USD 0 3"]), "price", "turnover", "share", "gap_bp")
        == ["0", "0", "–", "–"])
  }

  @Test func `low, high and gap are of the prices that have a weight`() throws {
    let coin = try Self.coin([
      "kraken BTC-USD 120 9", "kraken BTC-EUR 90 1", "binance BTC-USD 99 1", "kraken EUR-USD 1 1",
      "coinbase BTC-USD 300 0", "coinbase BTC-EUR 20 -", "blockchain BTC-TRY 1 5",
    ])
    #expect(
      Self.texts(coin, "low_price", "high_price", "gap_bp", "markets", "exchanges")
        == ["90", "120", "2500", "3", "2"])
    let third = try Self.coin(["kraken BTC-USD 3 9", "binance BTC-USD 4 1"])
    #expect(Self.texts(third, "gap_bp") == ["3333.333333"])
  }

  @Test func `as_of is the arrival time of the oldest counted answer`() throws {
    let coin = try Self.coin([
      "binance BTC-USD 100 1", "coinbase BTC-USD 100 1", "kraken BTC-USD 100 0",
      "blockchain ETH-USD 1 1",
    ])
    #expect(coin.asOf == Date(timeIntervalSince1970: 2))
  }

  @Test(arguments: [
    "kraken BTC-USD 100 0", "kraken BTC-USD 100 -", "kraken BTC-USD - 5", "kraken BTC-TRY 100 5",
  ])
  func `what is not traded, priced or converted does not count`(line: String) throws {
    let summary = Self.summary([Ticker](lines: [line]))
    #expect(summary.coins.isEmpty)
    #expect(summary.lacksRates == line.contains("TRY"))
    let coin = try Self.coin([line])
    #expect(
      Self.texts(
        coin, "price", "percent", "turnover", "share", "low_price", "high_price", "gap_bp", "as_of")
        == Array(repeating: "–", count: 8))
    #expect(
      Self.texts(coin, "coin", "name", "markets", "exchanges") == ["BTC", "Bitcoin", "0", "0"])
    #expect(coin.historyMarket == nil && coin.historyPrice == nil)
  }

  @Test func `rates are lacking if none of the traded pairs has one`() {
    let lines = ["kraken BTC-TRY 100 5", "kraken ETH-USD 1 0"]
    #expect(Self.summary([Ticker](lines: lines)).lacksRates)
    #expect(!Self.summary([Ticker](lines: lines), in: "TRY").lacksRates)
    #expect(!Self.summary([Ticker](lines: ["kraken BTC-TRY 100 0"])).lacksRates)
    #expect(!Self.summary([Ticker](lines: ["kraken BTC-USD - 5", "kraken XYZ 1 5"])).lacksRates)
    #expect(!Self.summary([]).lacksRates)
  }

  @Test func `traded coins are rows, and others if they are named and listed`() {
    let tickers = [Ticker](lines: [
      "kraken BTC-USD 100 1", "kraken ETH-BTC 0.1 1", "kraken EUR-USD 2 9", "kraken XLM-USD 1 0",
      "kraken USDT-USD 1 5", "kraken DOGE-GBP 1 5", "kraken XYZ 1 5",
    ])
    func codes(in currency: String, _ codes: Set<String>? = nil) -> [String] {
      Self.summary(tickers, in: currency, codes: codes).coins.map(\.code).sorted()
    }
    #expect(codes(in: "USD") == ["BTC", "ETH", "USDT"])
    #expect(codes(in: "BTC") == ["ETH", "USDT"])
    #expect(codes(in: "GBP") == ["DOGE"])
    let named: Set = ["BTC", "EUR", "XLM", "DOGE", "QQQ", "XYZ", "USD"]
    #expect(codes(in: "USD", named) == ["BTC", "DOGE", "EUR", "XLM"])
    #expect(codes(in: "BTC", named) == ["BTC", "DOGE", "EUR", "XLM"])
    #expect(codes(in: "USD", []) == [])
  }

  @Test func `the name is the first one in the order of the exchanges, else our own`() throws {
    func ticker(_ exchange: ExchangeID, _ name: String?, _ symbol: String = "QQQ-USD") -> Ticker {
      Ticker(pair: Pair(symbol: symbol), name: name, open: nil, volume: 1, last: 1).on(exchange)
    }
    func name(_ tickers: Ticker...) -> String? { Self.summary(tickers).coins.first?.name }
    #expect(name(ticker("kraken", nil), ticker("coinbase", "B"), ticker("binance", "C")) == "B")
    #expect(name(ticker("kraken", "Gold", "BTC-USD")) == "Gold")
    #expect(name(ticker("kraken", nil, "BTC-USD")) == "Bitcoin")
    #expect(name(ticker("kraken", nil)) == nil)
  }

  @Test func `price history comes from the largest market that has it, in the currency first`()
    throws
  {
    let lines = [
      "blockchain BTC-USD 100 99", "kraken BTC-USD 101 1", "coinbase BTC-EUR 50 3",
      "coinbase BTC-USD 100 0.5", "coinbase EUR-USD 2", "binance BTC-TRY 9 999",
      "other BTC-USD 100 99", "kraken BTC-USDT 100 99",
    ]
    func history(_ currency: String, _ lines: [String]) throws -> [String] {
      let coin = try Self.coin(lines, in: currency)
      let market = try #require(coin.historyMarket)
      return ["\(market.exchange ?? "-") \(market.pair)", "\(coin.historyPrice ?? 0)"]
    }
    #expect(try history("USD", lines) == ["kraken BTC-USD", "101"])
    #expect(try history("EUR", lines) == ["coinbase BTC-EUR", "50"])
    #expect(try history("GBP", lines + ["kraken GBP-USD 1 1"]) == ["kraken BTC-USDT", "100"])
    let coin = try Self.coin(lines)
    #expect(coin.market == nil && coin.exchange == nil)
    let tie = try Self.coin(["kraken BTC-USD 100 1", "coinbase BTC-USD 100 1"])
    #expect(tie.historyMarket?.exchange == "kraken")
    // Without price history, the screen looks for the pair on other exchanges.
    let without = try Self.coin([
      "blockchain BTC-EUR 50 99", "blockchain BTC-USD 100 1", "kraken EUR-USD 2",
    ])
    #expect(without.historyMarket == Listing(exchange: "blockchain", pair: Pair(symbol: "BTC-USD")))
  }

  @Test func `of one exchange its pairs count, at the rates of all`() throws {
    let tickers = [Ticker](lines: [
      "kraken BTC-EUR 100 1", "coinbase BTC-USD 300 9", "coinbase EUR-USD 2 5",
      "coinbase ETH-USD 1 300",
    ])
    let summary = Self.summary(tickers, codes: ["BTC"], only: "kraken")
    let coin = try #require(summary.coins.first)
    #expect(Self.texts(coin, "price", "markets") == ["200", "1"])
    #expect(Self.summary(tickers, codes: ["ETH"], only: "kraken").coins.isEmpty)
  }
}
