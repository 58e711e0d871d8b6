import Foundation
@testable import MarketCore
import TestTools
import Testing

/// An exchange that is defined in this file alone, and differs from Blockchain.com in everything: it is
/// polled, recorded, replayed, listed and shown without a change elsewhere.
struct SeamTests {
  private static let answers = [
    "names?v=2&all=x%2Fy": #"{"pairs":{"ETH-USD":"e:1","BTC-USD":"b:1","BTC-EUR":"b:2"}}"#,
    "rows": #"[["e:1","1842.10","1861.44","12"],["b:1","27412.350",26954.18,"0.5"],["x",{}]]"#,
    "offers?of=b%3A1&limit=9": #"[["27412.3","2"],["27413","-1.5"],["27412","1"],["27414",-3]]"#,
    "offers?of=ETH-USDD&limit=9": #"{"sorry":"who?"}"#,
    "offers?of=e%3A1&limit=9": #"{"sorry":"30"}"#,
  ]

  private let market = CannedExchange(answers, of: Bazaar(), otherwise: .text("{}"))

  @Test func `an answer of two requests is polled, and slow facts are asked for once`() async throws
  {
    let client = market.client
    var list = ListViewModel<Ticker>(ListQuery(sort: RowOrder(Ticker.Columns.symbol)))
    let poller = Poller(interval: .seconds(1), count: 2, clock: market.clock.pollClock())
    for await poll in poller.polls(fetch: { await client.tickers() }) { list.apply(poll) }
    #expect(list.freshness.phase == .loaded)
    #expect(list.rows.map { list.cell(of: "last", in: $0).text } == ["$27,412.35", "$1,842.10"])
    #expect(list.rows.map { list.cell(of: "percent", in: $0).text } == ["+1.70%", "-1.04%"])
    #expect(market.asked == ["names?v=2&all=x%2Fy", "rows", "rows"])
  }

  @Test func `a row that cannot be understood is left out and counted`() async throws {
    let answer = try await market.client.tickers().get()
    #expect(
      Warning.sentences(for: answer.warnings) == ["skipped 1 invalid row: [2][1] is not a number"]
    )
  }

  @Test func `a book has two sides, best first, and fills an order`() async throws {
    let book = try await market.client.book(of: Pair("btc/usd")).get().value
    #expect(book.bids.map(\.price.plain) == ["27412.3", "27412"])
    #expect(book.asks.map(\.quantity.plain) == ["1.5", "3"])
    #expect(book.fill(MarketOrder(.buy, 2)).average?.plain == "27413.25")
  }

  @Test func `an unknown pair has near names, and a refusal under status 200 is one`() async throws
  {
    let client = market.client
    await #expect(throws: MarketError.unknownSymbol("ETH-USDD", near: ["ETH-USD"])) {
      try await client.book(of: Pair(symbol: "ETH-USDD")).get()
    }
    let answer = try await client.tickers(
      of: [Pair(symbol: "ETH-USD"), Pair(symbol: "BTC-EURO")]
    ).get()
    #expect(answer.value.map(\.pair.symbol) == ["ETH-USD"])
    #expect(answer.failures == [.unknownSymbol("BTC-EURO", near: ["BTC-EUR"])])
    await #expect(throws: MarketError.rateLimited(retryAfter: 30)) {
      try await client.book(of: Pair(symbol: "ETH-USD")).get()
    }
  }

  @Test func `what was recorded is replayed, by path and query`() async throws {
    let directory = try Directory()
    let live = market.client.recording(to: directory.url)
    let tickers = try await live.tickers().get().value
    let book = try await live.book(of: Pair(symbol: "BTC-USD")).get().value
    let root = directory.url.appending(path: "bazaar")
    for folder in ["names/all=x%2Fy,v=2", "rows", "offers/of=b%3A1"] {
      let file = root.appending(path: folder).appending(path: "1.json")
      #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)), "\(folder)")
    }
    let replay = MarketClient.replay(directory.url, of: Bazaar())
    #expect(try await replay.tickers().get().value == tickers)
    #expect(try await replay.book(of: Pair(symbol: "BTC-USD")).get().value == book)
    #expect(
      try await replay.instruments().get().value.map(\.pair.symbol) == [
        "BTC-EUR", "BTC-USD", "ETH-USD",
      ])
    let path = root.path(percentEncoded: false)
    let missing = "no recording of offers/of=b%3A2 in \(path)"
    await #expect(throws: MarketError.missing(missing)) {
      try await replay.book(of: Pair(symbol: "BTC-EUR")).get()
    }
  }

  @Test func `a recording of other exchanges, or of the earlier layout, is said as such`()
    async throws
  {
    let directory = try Directory(["tickers/1.json": "[]"])
    let place = directory.url.relativePath
    await #expect(throws: MarketError.missing("no recording of bazaar in \(place)")) {
      try await MarketClient.replay(directory.url, of: Bazaar()).tickers().get()
    }
    let earlier = directory.exchange.relativePath
    let sentence =
      "\(earlier) has the layout of an earlier version; move its folders to \(earlier)/blockchain"
    await #expect(throws: MarketError.missing(sentence)) {
      try await MarketClient.replay(directory.exchange).tickers().get()
    }
  }
}

/// An exchange whose rows are arrays with numbers as text, and which sends errors with status 200.
///
/// It calls BTC-USD `b:1`, needs a list of names beside each response, and has parameters in its
/// queries.
struct Bazaar: Exchange {
  let info = ExchangeInfo(
    id: "bazaar", title: "Bazaar", url: "file:///bazaar", minimumPollInterval: .seconds(7)
  ) {
    $0.sizeParameters = ["limit"]
  }

  /// A refusal is an object with a reason: `{"sorry":"who?"}`.
  func error(in response: Transport.Response) -> MarketError? {
    let reason = try? response.parsed { (root: JSONObject) in
      try root.requiredText("sorry")
    }
    guard let reason else { return response.statusError }
    return reason == "who?"
      ? .unknownSymbol("", near: []) : .rateLimited(retryAfter: Double(reason))
  }

  /// `{"pairs":{"BTC-USD":"b:1",…}}`.
  private static func names(_ root: JSONObject) throws -> [String: String] {
    try root.value("pairs")
  }

  private func names(in scope: RequestScope) async throws(MarketError) -> [String: String] {
    try await scope.cache.value { () async throws(MarketError) in
      try await scope.get("names", query: ["v": "2", "all": "x/y"]).parsed(Self.names)
    }
  }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let names = try await names(in: scope)
    let response = try await scope.get("rows")
    let rows = try response.parsed { (list: JSONArray) in
      try list.arrays { row in
        // `[NAME, LAST, OPEN, VOLUME]`.
        let name = try row.text()
        let (last, open) = (try row.number(quoted: true), try row.number(quoted: true))
        let volume = try row.number(quoted: true)
        return names.first { $0.value == name }.map {
          Ticker(pair: Pair(symbol: $0.key), open: open, volume: volume, last: last)
        }
      }
    }
    return try Answer(rows, in: response)
  }

  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let name = try await names(in: scope)[pair.symbol] ?? pair.symbol
    let response = try await scope.get("offers", query: ["of": name, "limit": "9"])
    let rows = try response.parsed { (list: JSONArray) in
      try list.arrays { row in
        // `[PRICE, AMOUNT]`, sold where the amount is below 0.
        (price: try row.number(quoted: true) ?? 0, amount: try row.number(quoted: true) ?? 0)
      }
    }
    func entries(_ isWanted: (Decimal) -> Bool) -> [OrderBook.Entry] {
      rows.elements.filter { isWanted($0.amount) }.map {
        OrderBook.Entry(price: $0.price, quantity: abs($0.amount))
      }
    }
    let book = OrderBook(pair: pair, bids: entries { $0 > 0 }, asks: entries { $0 < 0 })
    return try Answer(book, in: response, rows.warnings)
  }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let response = try await scope.get("names", query: ["v": "2", "all": "x/y"])
    let names = try response.parsed(Self.names)
    return try Answer(names.keys.map { Instrument(pair: Pair(symbol: $0)) }, in: response)
  }

  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    throw unsupported("price history")
  }

  func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await names(in: scope).keys.map(Pair.init(symbol:)))
  }
}
