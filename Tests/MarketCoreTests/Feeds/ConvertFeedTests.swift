import Foundation
import TestTools
import Testing

@testable import MarketCore

/// Conversions of an amount: their routes, their results, and what is missing.
struct ConvertFeedTests {
  /// - Parameters:
  ///   - words: the arguments of the command.
  ///   - lines: exchange, pair and last price, as in `kraken BTC-USD 100`. With `untraded` behind them, the pair
  ///     has no volume; with `dead`, its last trade was in 2018.
  ///   - requested: the exchanges; `nil` for those of the lines.
  private static func result(
    of words: String, _ lines: [String], on requested: [ExchangeID]? = nil,
    failing: ExchangeID? = nil
  ) async throws -> PollState<ConvertFeed> {
    let words = words.split(separator: " ").map(String.init)
    let conversion = try ConversionRequest(words)
    let exchanges =
      requested
      ?? ["kraken", "coinbase"].filter { id in lines.contains { $0.hasPrefix(id.rawValue) } }
    let markets = exchanges.compactMap(Exchanges.named).map { exchange in
      let market = StubMarket(exchange, tickers: tickers(lines, on: exchange.id))
      if exchange.id == failing { market.failure = .timedOut(seconds: 1) }
      return market
    }
    let pool = ClientPool(of: Exchanges.all) { exchange in
      markets.first { $0.client.exchange.id == exchange.id }?.client ?? .stub(exchange)
    }
    let requests = conversion.currencies.map { PairRequest($0, on: exchanges) }
    let feed = ConvertFeed(Market(exchanges, requesting: requests, in: pool), conversion)
    var state = PollState(feed, at: Pace(every: .seconds(1), count: 1))
    var polls: [ConvertFeed.AnsweredPoll] = []
    for market in markets {
      let client = market.client
      polls.append(Poll(exchange: client.exchange.id, result: await feed.fetch(client)))
    }
    state.apply(polls)
    return state
  }

  private static func tickers(_ lines: [String], on exchange: ExchangeID) -> [Ticker] {
    lines.map { $0.split(separator: " ").map(String.init) }.filter { $0[0] == exchange.rawValue }
      .map { words in
        let isTraded = words.count == 3
        var ticker = Ticker(
          pair: Pair(symbol: words[1]), open: nil, volume: isTraded ? 1 : 0,
          last: Decimal(exact: words[2]),
          tradedAt: words.last == "dead" ? Date("2018-07-23T19:17:08Z") : nil)
        if words.last == "dead" { ticker.markAsDead(by: .lastTrade) }
        return ticker
      }
  }

  private static func text(_ state: PollState<ConvertFeed>) -> [String] {
    state.model.rows.map { row in
      "\(row.to) \(row.result?.plain ?? "–") \(row.rate?.plain ?? "–") \(row.route ?? "–")"
    }
  }

  @Test(arguments: [
    ("2.5 BTC USD", ["kraken BTC-USD 100.01"], ["USD 250.025 100.01 kraken:BTC-USD"]),
    ("2 USD BTC", ["kraken BTC-USD 3"], ["BTC 0.666666666667 0.333333333333 kraken:BTC-USD"]),
    (
      "3 ETH EUR", ["kraken ETH-USD 10", "kraken EUR-USD 4"],
      ["EUR 7.5 2.5 kraken:ETH-USD / kraken:EUR-USD"]
    ),
    ("5 USDT USD", ["kraken BTC-USDT 9", "kraken ETH-USD 9"], ["USD 5 1 USDT=USD"]),
    (
      "2 ETH USD", ["kraken ETH-USDT 9", "kraken BTC-USD 50"],
      ["USD 18 9 kraken:ETH-USDT / USDT=USD"]
    ),
    // Pairs without a trade are the last choice.
    (
      "1 ETH EUR", ["kraken ETH-EUR 9 untraded", "kraken ETH-USD 8", "kraken EUR-USD 2"],
      ["EUR 4 4 kraken:ETH-USD / kraken:EUR-USD"]
    ),
    ("1 ETH EUR", ["kraken ETH-EUR 9 untraded"], ["EUR 9 9 kraken:ETH-EUR"]),
    // A route is of one exchange: the first requested one that has a route.
    (
      "1 ETH EUR", ["kraken ETH-USD 8", "coinbase EUR-USD 2", "coinbase ETH-EUR 3"],
      ["EUR 3 3 coinbase:ETH-EUR"]
    ),
    ("1k BTC btc", ["kraken BTC-USD 3"], ["BTC 1000 1 –"]),
    (
      "1 bitcoin usd euro", ["kraken BTC-USD 3", "kraken BTC-EUR 2"],
      ["USD 3 3 kraken:BTC-USD", "EUR 2 2 kraken:BTC-EUR"]
    ),
  ])
  func `an amount is converted by the first route`(
    words: String, lines: [String], rows: [String]
  ) async throws {
    let state = try await Self.result(of: words, lines)
    #expect(Self.text(state) == rows)
    #expect(ExpectedOutcome(state.outcome) == .success)
    #expect(state.sentences(isQuiet: false) == [])
  }

  @Test func `an unlisted currency is an error that names it, and other rows stay`() async throws {
    let lines = ["kraken BTC-USD 3", "coinbase BTC-EUR 2"]
    let state = try await Self.result(of: "1 BTC XYZ USD", lines)
    #expect(Self.text(state) == ["USD 3 3 kraken:BTC-USD"])
    #expect(state.sentences(isQuiet: false) == ["unknown currency XYZ on Kraken, Coinbase"])
    #expect(ExpectedOutcome(state.outcome) == .failure(.unknownCurrency("XYZ", near: [])))
    let from = try await Self.result(of: "1 BTX XYZ", lines, on: ["kraken"])
    #expect(
      from.sentences(isQuiet: false) == [
        "unknown currency BTX on Kraken; did you mean BTC?", "unknown currency XYZ on Kraken",
      ])
  }

  @Test func `a listed currency without a route is a notice, with the dead pairs of a route`()
    async throws
  {
    let lines = [
      "kraken BTC-USD 3", "kraken VEN-BTC 4 dead", "kraken X-CHF 1", "kraken A-B 1 dead",
    ]
    let state = try await Self.result(of: "1 VEN USD BTC", lines, on: ["kraken"])
    #expect(Self.text(state) == [])
    #expect(
      state.sentences(isQuiet: false) == [
        "no exchange rate VEN→USD on Kraken", "no exchange rate VEN→BTC on Kraken",
        "VEN-BTC: last trade 2018-07-23",
      ])
    #expect(ExpectedOutcome(state.outcome) == .incomplete)
  }

  @Test func `a failed exchange stops no other, and its currencies are not called unknown`()
    async throws
  {
    let lines = ["kraken BTC-USD 3", "coinbase BTC-EUR 2"]
    let state = try await Self.result(of: "1 BTC EUR USD", lines, failing: "coinbase")
    #expect(Self.text(state) == ["USD 3 3 kraken:BTC-USD"])
    #expect(state.sentences(isQuiet: false) == [])
    #expect(ExpectedOutcome(state.outcome) == .failure(.timedOut(seconds: 1)))
  }

  @Test func `a result outside a decimal's range is a notice`() async throws {
    let state = try await Self.result(of: "1e127 BTC USD", ["kraken BTC-USD 1e90"])
    #expect(Self.text(state) == [])
    #expect(state.sentences(isQuiet: false) == ["BTC→USD: result out of range"])
    #expect(ExpectedOutcome(state.outcome) == .incomplete)
  }

  @Test(arguments: [
    (
      "-1 BTC USD",
      "AMOUNT: '-1' is not an amount of 0 or more with at most 38 digits, such as 0.35 or 100k"
    ),
    (
      "1,5 BTC USD",
      "AMOUNT: '1,5' is not an amount of 0 or more with at most 38 digits, such as 0.35 or 100k"
    ),
    ("1 kraken:BTC USD", "'kraken:BTC' is not a currency; did you mean BTC -e kraken?"),
    ("1 BTC BTC-USD", "'BTC-USD' is not a currency; did you mean BTC USD?"),
    ("1 BTC 5", "'5' is not a currency; expected a code such as EUR, or a name"),
    (
      "1 BTC @coins",
      "'@coins' is not a currency; it names a watchlist; expected a code such as EUR, or a name"
    ),
  ])
  func `a word that is no amount or currency is an error`(words: String, reason: String) {
    let error = #expect(throws: InvalidConversion.self) {
      try ConversionRequest(words.split(separator: " ").map(String.init))
    }
    #expect(error?.reason == reason)
  }

  @Test(arguments: [
    ("0.35", "0.35"), ("100k", "100000"), ("2.5M", "2500000"), ("1B", "1000000000"), ("0", "0"),
  ])
  func `an amount can be abbreviated`(text: String, amount: String) throws {
    #expect(try ConversionRequest([text, "BTC", "USD"]).amount.plain == amount)
  }

  @Test func `a code is not read as the name of another coin`() throws {
    let request = try ConversionRequest(["1", "ethereum", "dash", "Flow", "eth"])
    #expect([request.from] + request.to == ["ETH", "DASH", "FLOW", "ETH"])
  }

  // MARK: - Past

  private static func past(
    _ words: String, _ lines: [String], isOpen: Bool = false
  ) async throws -> PollState<PastConvertFeed> {
    let time = Date("2026-11-20T14:00:00Z")
    let conversion = try ConversionRequest(words.split(separator: " ").map(String.init))
    let ids: [ExchangeID] = ["kraken", "coinbase"]
    let markets = ids.compactMap(Exchanges.named).map { exchange in
      let pairs = lines.map { $0.split(separator: " ") }.filter { $0[0] == exchange.id.rawValue }
      let candles = pairs.map { words in
        let close = Decimal(exact: words[2])
        let candle = Candle(
          time: time - 60, open: close, high: close, low: close, close: close, volume: 1)
        return (Pair(symbol: String(words[1])), [Period.oneMinute: [candle]])
      }
      return StubMarket(exchange, candles: Dictionary(uniqueKeysWithValues: candles))
    }
    let pool = ClientPool(of: Exchanges.all) { exchange in
      markets.first { $0.client.exchange.id == exchange.id }?.client ?? .stub(exchange)
    }
    let polled = isOpen ? [ids[0]] : ids
    let requests = conversion.currencies.map { PairRequest($0, on: polled, isOpen: isOpen) }
    var market = Market(polled, requesting: requests, candidates: isOpen ? ids : [], in: pool)
    market.now = { time + 3600 }
    let feed = PastConvertFeed(market, conversion, at: time)
    var state = PollState(feed, at: Pace(every: .seconds(1), count: 1))
    var polls: [PastConvertFeed.AnsweredPoll] = []
    for client in market.clients {
      polls.append(Poll(exchange: client.exchange.id, result: await feed.fetch(client)))
    }
    state.apply(polls)
    return state
  }

  @Test func `past rates are closes of candles, of one exchange for each conversion`()
    async throws
  {
    let lines = ["kraken BTC-USD 4", "kraken EUR-USD 3", "coinbase BTC-GBP 5"]
    let state = try await Self.past("2 BTC EUR GBP USD", lines)
    #expect(
      state.model.rows.map { "\($0.to) \($0.result?.plain ?? "–") \($0.route ?? "–")" } == [
        "EUR 2.66666666667 kraken:BTC-USD / kraken:EUR-USD", "GBP 10 coinbase:BTC-GBP",
        "USD 8 kraken:BTC-USD",
      ])
    #expect(state.model.rows.flatMap(\.rates).map { $0.rate?.plain } == ["4", "3", "5", "4"])
    #expect(ExpectedOutcome(state.outcome) == .success)
    #expect(state.sentences(isQuiet: false) == [])
    let open = try await Self.past("2 BTC EUR GBP", lines, isOpen: true)
    #expect(open.sentences(isQuiet: false) == ["price history from Kraken, Coinbase"])
  }

  @Test func `past rates can be missing, and currencies unknown`() async throws {
    let lines = ["kraken BTC-USD 4", "kraken X-CHF -", "coinbase BTC-GBP 5"]
    let state = try await Self.past("2 BTC CHF XYZ GBP", lines)
    #expect(state.model.rows.map(\.to) == ["GBP"])
    #expect(
      state.sentences(isQuiet: false) == [
        "unknown currency XYZ on Kraken, Coinbase",
        "Kraken, Coinbase: no exchange rate BTC→CHF at 2026-11-20T14:00:00Z",
      ])
    #expect(ExpectedOutcome(state.outcome) == .failure(.unknownCurrency("XYZ", near: [])))
    let none = try await Self.past("2 BTC CHF", lines)
    #expect(ExpectedOutcome(none.outcome) == .incomplete)
  }
}

/// An outcome that can be compared.
private enum ExpectedOutcome: Equatable {
  case success, incomplete, conditionUnmet
  case failure(MarketError)

  init(_ outcome: PollOutcome) {
    self =
      switch outcome {
      case .success: .success
      case .incomplete: .incomplete
      case .conditionUnmet: .conditionUnmet
      case .failure(let error): .failure(error)
      }
  }
}
