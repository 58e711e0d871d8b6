import Foundation
@testable import MarketCore
import RandomInputs
import TestTools
import Testing

/// Random changes of recorded responses: no change crashes the parsers and the view models.
struct RandomAnswersTests {
  private static let recordings = fixtures.appending(path: "blockchain")
  private static let parts = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "\"\"", "0", "-1", "1e127", "9e127",
    "1e-127", "1e-128", "1e400", "-0", "NaN", "\\u0000", "\\ud800", "\u{202E}", "BTC-USD", "\"px\"",
    "99999999999999999999999999999999999999", "9223372036854775808", "{\"symbol\":\"BTC-USD\"}",
  ]

  /// The beginning of an answer, closed; all of it would take too long.
  private static func body(_ path: String, upTo end: String, count: Int, closing: String) throws
    -> [UInt8]
  {
    let data = try Data(contentsOf: recordings.appending(path: path))
    let text = String(decoding: data, as: UTF8.self)
    let pieces = text.components(separatedBy: end)
    return Array((pieces.prefix(count).joined(separator: end) + closing).utf8)
  }

  /// How many of so many changed answers a reader understood.
  private static func understood(
    _ count: Int, of body: [UInt8], seed: UInt64, read: (MarketClient) async -> Bool
  ) async -> Int {
    var (random, understood) = (Seeded(state: seed), 0)
    for round in 0..<count {
      let bytes =
        round.isMultiple(of: 10)
        ? random.bytes(upTo: 100) : random.mutation(of: body, parts: parts)
      let client = MarketClient.stub { _ in .success(.init(body: Data(bytes))) }
      if await read(client) { understood += 1 }
    }
    return understood
  }

  @Test func `no change of an answer crashes the list of tickers`() async throws {
    let body = try Self.body("tickers/1.json", upTo: "}", count: 3, closing: "}]")
    let count = await Self.understood(rounds(200), of: body, seed: 1) { client in
      guard case .success(let answer) = await client.tickers() else { return false }
      for row in answer.value {
        for field in Ticker.columns { _ = row.cell(of: field, asOf: answer.asOf) }
      }
      return true
    }
    #expect(count > 5)
  }

  @Test func `no change of an answer crashes an order book`() async throws {
    let body =
      Array(
        #"{"symbol":"BTC-USD","bids":[{"px":26211.35,"qty":0.5,"num":1}],"#.utf8)
      + Array(#""asks":[{"px":26212,"qty":1.25e-3,"num":2},{"px":26213,"qty":3,"num":1}]}"#.utf8)
    let pair = Pair(symbol: "BTC-USD")
    let count = await Self.understood(rounds(200), of: body, seed: 2) { client in
      guard case .success(let answer) = await client.book(of: pair) else { return false }
      var model = OrderBookViewModel(pair: pair)
      model.apply(Poll(result: .success(answer), at: .now, next: nil))
      for query in Self.queries {
        model.query = query
        Self.read(model)
      }
      return true
    }
    #expect(count > 5)
  }

  @Test func `no change of an answer crashes the list of symbols`() async throws {
    let body = try Self.body("symbols/1.json", upTo: "}", count: 2, closing: "}}")
    let count = await Self.understood(rounds(200), of: body, seed: 3) { client in
      guard case .success(let answer) = await client.instruments() else { return false }
      for row in answer.value {
        for field in Instrument.columns { _ = row.cell(of: field, asOf: answer.asOf) }
      }
      return true
    }
    #expect(count > 5)
  }

  @Test func `no numbers crash an order book`() {
    var random = Seeded(state: 4)
    let numbers = [
      "1", "0.3", "-7", "1e127", "9e127", "-9e127", "1e-127", "1e-128", "-1e-128", "2e-64",
      "99999999999999999999999999999999999999", "0.00000000000000000000000000000000000003",
    ].map { Decimal($0) }
    for _ in 0..<60 {
      let entries = (0..<6).map { _ in
        OrderBook.Entry(
          price: numbers.randomElement(using: &random) ?? 1,
          quantity: numbers.randomElement(using: &random)?.magnitude ?? 1, orders: .max)
      }
      let pair = Pair(symbol: "BTC-USD")
      var model = OrderBookViewModel(pair: pair)
      let book = OrderBook(
        pair: pair, bids: Array(entries.prefix(3)), asks: Array(entries.suffix(3)))
      for query in Self.queries {
        model.query = query
        model.apply(.answered(book, at: 1))
        Self.read(model)
      }
    }
  }

  private static let queries = [
    BookQuery(), BookQuery(detail: .orders),
    BookQuery(step: Decimal("0.05"), order: .init(.buy, 1)),
    BookQuery(step: Decimal("9e127"), order: .init(.sell, Decimal("9e127"), isInQuote: true)),
    BookQuery(step: Decimal("1e-128"), order: .init(.buy, Decimal("1e-128"), isInQuote: true)),
  ]

  /// Reads all that a book has to show.
  private static func read(_ model: OrderBookViewModel) {
    _ = model.summary
    _ = model.fillSummary
    for column in OrderBookViewModel.columns { _ = column.cell(of: model, asOf: .now) }
    for column in Fill.columns { _ = model.fillCell(of: column) }
    for row in model.bids + model.asks {
      for field in BookRow.columns { _ = model.cell(of: field, in: row) }
    }
  }
}
