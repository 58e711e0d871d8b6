import Foundation
import MarketCore
import Testing

/// The output of `-o json`, decoded to the models of the library.
struct DecodedOutputTests {
  private struct Document: Decodable {
    var tickers: [Ticker]?
    var symbols: [Instrument]?
    var history: [Candle]?
  }

  private func output(_ arguments: String...) async throws -> Data {
    let outcome = await TestWorld().run(
      arguments + ["-o", "json", "--replay", Repository.fixtures.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return Data(outcome.output.utf8)
  }

  private func client(of exchange: any Exchange) -> MarketClient {
    .replay(Repository.fixtures, of: exchange)
  }

  /// The same as JSON, with whole seconds and without what the program does not print, or requests for some
  /// rows only.
  private func json<Model: Encodable>(_ models: [Model]) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try models.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
      .joined(separator: "\n")
      .replacing(/"(ask|bid)":[^,]*,/, with: "").replacing(/"name":("[^"]*"|null),?/, with: "")
      .replacing(/,"turnover":[^,}]*|,"turnover_currency":"[^"]*"/, with: "")
      .replacing(/,"(ended|shows_missing_last_as_zero|unconfirmed)":[^,}]*/, with: "")
      .replacing(/\.[0-9]+Z"/, with: "Z\"")
      .split(separator: "\n").map(String.init).sorted()
  }

  @Test(arguments: Exchanges.all.map(\.id))
  func `the rows of the program are decoded to the models of its client`(id: ExchangeID)
    async throws
  {
    let exchange = try #require(Exchanges.named(id))
    let (client, option) = (client(of: exchange), "--exchange=\(id)")
    let list = try JSONDecoder().decode(
      Document.self, from: await output("list", "--once", option))
    let tickers = try await client.tickers().get().value
    #expect(try json(list.tickers ?? []) == json(tickers))
    let symbols = try JSONDecoder().decode(Document.self, from: await output("symbols", option))
    #expect(try await json(symbols.symbols ?? []) == json(client.instruments().get().value))
    let pair = try #require(
      ["BTC-USD", "BTC-USDT", "BTC-EUR"].map(Pair.init(symbol:))
        .first(where: tickers.map(\.pair).contains))
    guard let period = exchange.info.periods.first(where: { $0 == .oneDay }) else { return }
    let history = try JSONDecoder().decode(
      Document.self, from: await output("history", pair.symbol, "-n", "5", option))
    let candles = try await client.candles(of: pair, period: period).get()
    #expect(try json(history.history ?? []) == json(Array(candles.value.suffix(5))))
  }

  @Test(arguments: [BookDetail.levels, .orders])
  func `a book of the program is decoded to the model of its client`(detail: BookDetail)
    async throws
  {
    let options = ["--once", "--depth", "all"] + (detail == .orders ? ["--orders"] : [])
    let outcome = await TestWorld().run(
      ["book", "BTC-USD", "-o", "json", "--replay", Repository.fixtures.path] + options)
    let book = try JSONDecoder().decode(OrderBook.self, from: Data(outcome.output.utf8))
    let client = client(of: Exchanges.standard)
    #expect(try await book == client.book(of: Pair(symbol: "BTC-USD"), detail: detail).get().value)
  }
}
