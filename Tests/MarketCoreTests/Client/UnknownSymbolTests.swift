import Foundation
import MarketCore
import Testing

/// The errors for a pair that the exchange does not list, and for a listed pair without data.
struct UnknownSymbolTests {
  private static let list =
    #"[{"symbol":"ETH-USD"},{"symbol":"BTC-USDT"},{"symbol":"BTC-USD"},{"symbol":"x"}]"#
  private static let question = ["tickers/", "l2/", "l3/", "symbols/"]

  /// What came of one of the questions about this pair.
  private static func ask(
    _ exchange: CannedExchange, _ question: String, _ pair: Pair
  ) async throws(MarketError) {
    let client = exchange.client
    switch question {
    case "tickers/": _ = try await client.ticker(of: pair).get()
    case "l2/": _ = try await client.book(of: pair).get()
    case "l3/": _ = try await client.book(of: pair, detail: .orders).get()
    default: _ = try await client.instrument(of: pair).get()
    }
  }

  @Test(arguments: question, [500, 404, 400])
  func `a pair that is not in the list is unknown, with near names`(
    question: String, status: Int
  ) async {
    let exchange = CannedExchange(
      ["tickers": Self.list], responses: [question + "BTC-USDD": .text("", status: status)])
    await #expect(throws: MarketError.unknownSymbol("BTC-USDD", near: ["BTC-USD", "BTC-USDT"])) {
      try await Self.ask(exchange, question, Pair(symbol: "BTC-USDD"))
    }
    #expect(exchange.asked == [question + "BTC-USDD", "tickers"])
  }

  @Test func `a pair unlike any other is unknown without names`() async {
    await #expect(throws: MarketError.unknownSymbol("QQQQQ-JPY", near: [])) {
      try await Self.ask(
        CannedExchange(["tickers": Self.list]), "l2/", Pair(symbol: "QQQQQ-JPY"))
    }
  }

  @Test(arguments: question.dropFirst(), [500, 404, 400])
  func `the data of a listed pair is unavailable`(question: String, status: Int) async {
    let exchange = CannedExchange(
      ["tickers": Self.list], responses: [question + "BTC-USD": .text("", status: status)])
    let pair = Pair(symbol: "BTC-USD")
    await #expect(throws: MarketError.dataUnavailable(pair, status: status)) {
      try await Self.ask(exchange, question, pair)
    }
  }

  @Test(arguments: question)
  func `a pair is not judged when the list fails, too`(question: String) async {
    let down = MarketError.httpStatus(500, retryAfter: nil)
    let exchange = CannedExchange()
    await #expect(throws: down) {
      try await Self.ask(exchange, question, Pair(symbol: "BTC-USD"))
    }
    exchange.fail("tickers", with: .timedOut(seconds: 1))
    await #expect(throws: down) {
      try await Self.ask(exchange, question, Pair(symbol: "BTC-USD"))
    }
  }

  @Test(arguments: question, [502, 503, 403, 301])
  func `a status that no unknown symbol has is not followed by the list`(
    question: String, status: Int
  ) async {
    let exchange = CannedExchange(responses: [question + "A-B": .text("", status: status)])
    await #expect(throws: MarketError.httpStatus(status, retryAfter: nil)) {
      try await Self.ask(exchange, question, Pair(symbol: "A-B"))
    }
    #expect(exchange.asked == [question + "A-B"])
  }

  @Test(
    arguments: [
      "../x", "A-B?c", "%2e-X", "BTCUSD", "btc-usd", "", "-", "BTC-", "-USD", "A-B/C", "A-B#c",
      "A-B C", "A-B\n", "..-..", "Ä-B", "A-B\u{301}", "A-B%00",
      "A-\(String(repeating: "B", count: 63))",
      "A\\-B", "A-B;c", "A-B.json", "A-B&c", "А-B",
    ], question)
  func `a symbol that can not be part of a path never reaches the exchange`(
    symbol: String, question: String
  ) async {
    let exchange = CannedExchange(["tickers": #"[{"symbol":"QQQQQ-JPY"}]"#])
    await #expect(throws: MarketError.unknownSymbol(symbol, near: [])) {
      try await Self.ask(exchange, question, Pair(symbol: symbol))
    }
    #expect(exchange.asked == ["tickers"])
  }

  @Test func `a listed symbol that cannot be part of a path is told from an unknown one`() async {
    let exchange = CannedExchange(["tickers": Self.list])
    await #expect(throws: MarketError.notRequestable(Pair(symbol: "x"))) {
      try await Self.ask(exchange, "l2/", Pair(symbol: "x"))
    }
    #expect(exchange.asked == ["tickers"])
  }

  @Test(arguments: ["日本-USD", "btc-usd", "A-B C", "Ä-B"])
  func `a listed pair whose name cannot be asked for has a ticker, and says why it has no book`(
    symbol: String
  ) async throws {
    let list = #"[{"symbol":"\#(symbol)","last_trade_price":2}]"#
    let (exchange, pair) = (CannedExchange(["tickers": list]), Pair(symbol: symbol))
    #expect(try await exchange.client.ticker(of: pair).get().value.last == 2)
    for question in Self.question.dropFirst() {
      await #expect(throws: MarketError.notRequestable(pair)) {
        try await Self.ask(exchange, question, pair)
      }
    }
    #expect(Set(exchange.asked) == ["tickers"])
  }

  @Test(arguments: ["BTC-USD", "1INCH-USD", "A-B-C", "A-\(String(repeating: "B", count: 62))"])
  func `a symbol of capitals, digits and dashes is asked for`(symbol: String) async {
    let exchange = CannedExchange()
    try? await Self.ask(exchange, "l2/", Pair(symbol: symbol))
    #expect(exchange.asked.first == "l2/\(symbol)")
  }

  @Test func `a missing book is said with its own path, without a list`() async throws {
    let directory = try Directory(["symbols/1.json": "{}"])
    let sentence = "no recording of l2/A-B in \(directory.exchange.path())"
    await #expect(throws: MarketError.missing(sentence)) {
      try await directory.client.book(of: Pair(symbol: "A-B")).get()
    }
  }
}
