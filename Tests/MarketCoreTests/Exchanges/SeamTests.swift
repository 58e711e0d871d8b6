import Foundation
import MarketCore
import TestTools
import Testing

/// The proof that an exchange is one folder: this file defines one that differs from Blockchain.com in
/// everything, and it is polled, recorded, replayed, listed and shown without a change elsewhere.
///
/// Its rows are arrays with numbers as text, its refusals come under status 200, it calls BTC-USD
/// `b:1`, it needs a list of names beside each answer, and it takes queries.
struct Bazaar: Exchange {
  let id = "bazaar"
  let title = "Bazaar"
  let url = URL(filePath: "/bazaar")
  let leastInterval = Duration.seconds(7)
  let offers = ExchangeOffers()

  /// A refusal is an object with a reason.
  private struct Refusal: Decodable { let sorry: String }

  private struct Names: Decodable {
    let pairs: [String: String]

    func pair(_ name: String) -> Pair? {
      pairs.first { $0.value == name }.map { Pair(symbol: $0.key) }
    }
  }

  /// `[NAME, LAST, OPEN, VOLUME]`.
  private struct Row: Decodable {
    let name: String
    let last, open, volume: Decimal?

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      name = try container.decode(String.self)
      last = try container.number(quoted: true)
      open = try container.number(quoted: true)
      volume = try container.number(quoted: true)
    }
  }

  /// `[PRICE, AMOUNT]`, sold where the amount is below 0.
  private struct Offer: Decodable {
    let price, amount: Decimal

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      price = try container.number(quoted: true) ?? 0
      amount = try container.number(quoted: true) ?? 0
    }

    var entry: OrderBook.Entry { OrderBook.Entry(price: price, quantity: abs(amount)) }
  }

  func error(in response: Transport.Response) -> MarketError? {
    guard let refusal: Refusal = try? response.decoded() else { return response.statusError }
    return refusal.sorry == "who?"
      ? .unknownSymbol("", near: []) : .rateLimited(retryAfter: Double(refusal.sorry))
  }

  private func names(over session: ExchangeSession) async throws(MarketError) -> Names {
    try await session.facts.value(of: Names.self) { () async throws(MarketError) in
      try await session.get("names", query: ["v": "2", "all": "x/y"]).decoded()
    }
  }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let names = try await names(over: session)
    let response = try await session.get("rows")
    let rows: Rows<Row> = try response.decoded()
    let tickers = rows.elements.compactMap { row in
      names.pair(row.name).map {
        Ticker(pair: $0, open: row.open, volume: row.volume, last: row.last)
      }
    }
    return try Answer(tickers, in: response, rows.warnings)
  }

  func book(
    of pair: Pair, detail: BookDetail, over session: ExchangeSession
  ) async throws(MarketError) -> Answer<OrderBook> {
    let name = try await names(over: session).pairs[pair.symbol] ?? pair.symbol
    let response = try await session.get("offers", query: ["of": name, "limit": "9"])
    let offers: Rows<Offer> = try response.decoded()
    let book = OrderBook(
      pair: pair, bids: offers.elements.filter { $0.amount > 0 }.map(\.entry),
      asks: offers.elements.filter { $0.amount < 0 }.map(\.entry))
    return try Answer(book, in: response, offers.warnings)
  }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let response = try await session.get("names", query: ["v": "2", "all": "x/y"])
    let names: Names = try response.decoded()
    return try Answer(names.pairs.keys.map { Instrument(pair: Pair(symbol: $0)) }, in: response)
  }

  func pairs(over session: ExchangeSession) async throws(MarketError) -> PairList {
    PairList(try await names(over: session).pairs.keys.map(Pair.init(symbol:)))
  }
}

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
    var list = ListViewModel<Ticker>(ListQuery(sort: RowOrder(Ticker.column("symbol"))))
    await Poller(interval: .seconds(1), count: 2, clock: market.clock.pollClock()).run(fetch: {
      await client.tickers()
    }) {
      list.apply($0)
      return true
    }
    #expect(list.freshness.phase == .loaded)
    #expect(list.rows.map { list.cell(of: "last", in: $0).text } == ["$27,412.35", "$1,842.10"])
    #expect(list.rows.map { list.cell(of: "percent", in: $0).text } == ["+1.70%", "-1.04%"])
    #expect(market.asked == ["names?v=2&all=x%2Fy", "rows", "rows"])
  }

  @Test func `a row that cannot be understood is left out and counted`() async throws {
    let answer = try await market.client.tickers().get()
    #expect(answer.warnings.sentences == ["skipped 1 invalid row: [2][1] is not a number"])
  }

  @Test func `a book has two sides, best first, and fills an order`() async throws {
    let book = try await market.client.book(Pair(typed: "btc/usd")).get().value
    #expect(book.bids.map(\.price.plain) == ["27412.3", "27412"])
    #expect(book.asks.map(\.quantity.plain) == ["1.5", "3"])
    #expect(book.fill(MarketOrder(.buy, .base(2))).average?.plain == "27413.25")
  }

  @Test func `an unknown pair has near names, and a refusal under status 200 is one`() async throws
  {
    let client = market.client
    await #expect(throws: MarketError.unknownSymbol("ETH-USDD", near: ["ETH-USD"])) {
      try await client.book(Pair(symbol: "ETH-USDD")).get()
    }
    let answer = try await client.tickers(
      of: [Pair(symbol: "ETH-USD"), Pair(symbol: "BTC-EURO")]
    ).get()
    #expect(answer.value.map(\.pair.symbol) == ["ETH-USD"])
    #expect(answer.failures == [.unknownSymbol("BTC-EURO", near: ["BTC-EUR"])])
    await #expect(throws: MarketError.rateLimited(retryAfter: 30)) {
      try await client.book(Pair(symbol: "ETH-USD")).get()
    }
  }

  @Test func `what was recorded is replayed, by path and query`() async throws {
    let directory = try Directory()
    let live = market.client.recording(to: directory.url)
    let tickers = try await live.tickers().get().value
    let book = try await live.book(Pair(symbol: "BTC-USD")).get().value
    let root = directory.url.appending(path: "bazaar")
    for folder in ["names/all=x%2Fy,v=2", "rows", "offers/of=b%3A1"] {
      let file = root.appending(path: folder).appending(path: "1.json")
      #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)), "\(folder)")
    }
    let replay = MarketClient.replay(directory.url, of: Bazaar())
    #expect(try await replay.tickers().get().value == tickers)
    #expect(try await replay.book(Pair(symbol: "BTC-USD")).get().value == book)
    #expect(
      try await replay.instruments().get().value.map(\.pair.symbol) == [
        "BTC-EUR", "BTC-USD", "ETH-USD",
      ])
    let path = root.path(percentEncoded: false)
    let missing = "no recording of offers/of=b%3A2 in \(path)"
    await #expect(throws: MarketError.recordingMissing(missing)) {
      try await replay.book(Pair(symbol: "BTC-EUR")).get()
    }
  }

  @Test func `a recording of other exchanges, or of the earlier layout, is said as such`()
    async throws
  {
    let directory = try Directory(["tickers/1.json": "[]"])
    let place = directory.url.relativePath
    await #expect(throws: MarketError.recordingMissing("no recording of bazaar in \(place)")) {
      try await MarketClient.replay(directory.url, of: Bazaar()).tickers().get()
    }
    let earlier = directory.exchange.relativePath
    let sentence =
      "\(earlier) has the layout of an earlier version; move its folders to \(earlier)/blockchain"
    await #expect(throws: MarketError.recordingMissing(sentence)) {
      try await MarketClient.replay(directory.exchange).tickers().get()
    }
  }
}
