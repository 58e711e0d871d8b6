import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// Random changes in the JSON of every model. The result is an error, or a model that is encoded
/// and decoded to the same.
struct RandomDocumentsTests {
  private static let parts = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "\"\"", "0", "-1", "-0", "1e127", "1e-128",
    "1e400", "1.5", "\"1e5\"", "NaN", "\\u0000", "\\ud800",
    "99999999999999999999999999999999999999",
    "18446744073709551615", "18446744073709551616", "2026-11-20T14:00:00.5Z", "\"utc-day\"",
    "\"kraken\"", "\"orders\"", "\"order_id\":", "\"exchange\":null,", "\"traded_at\":", "\"num\":",
  ]

  private static let pair = Pair(symbol: "A-B")

  private func check<Model: Codable & Equatable>(_ model: Model, seed: UInt64) throws {
    let document = Array(try JSONEncoder().encode(model))
    var (random, decoded) = (Seeded(state: seed), 0)
    for _ in 0..<rounds(2_000) {
      let json = Data(random.mutation(of: document, parts: Self.parts))
      guard let model = try? JSONDecoder().decode(Model.self, from: json) else { continue }
      decoded += 1
      let again = try JSONEncoder().encode(model)
      let text =
        "\(String(decoding: json, as: UTF8.self)) \(String(decoding: again, as: UTF8.self))"
      #expect(try JSONDecoder().decode(Model.self, from: again) == model, "\(text)")
    }
    #expect(decoded > 20, "\(Model.self): \(decoded)")
  }

  @Test func `the models of Blockchain.com`() throws {
    try check(BlockchainTicker(symbol: "A-B", price24h: 1.25, lastTradePrice: 3), seed: 1)
    let entry = BlockchainOrderBook.Entry(price: 27_410.97, quantity: 0.5, number: 731_604_882)
    try check(BlockchainOrderBook(symbol: "A-B", bids: [entry], asks: [entry, entry]), seed: 2)
    var symbol = BlockchainSymbol(baseCurrency: "A", counterCurrency: "B")
    (symbol.lotSize, symbol.lotSizeScale, symbol.id) = (1, 8, 28)
    try check(["A-B": symbol], seed: 3)
  }

  @Test func `the models of any exchange`() throws {
    let ticker = Ticker(
      exchange: "kraken", pair: Self.pair, name: "A", open: 1, volume: 2.5, last: 3,
      changeReference: .utcDay, bid: 4, ask: 5, tradedAt: Date(timeIntervalSince1970: 1.79e9 + 0.25)
    )
    try check([ticker], seed: 4)
    let order = OrderBook.Entry(price: 1, quantity: 2, orderID: .number(731_604_882))
    let text = OrderBook.Entry(price: 1, quantity: 2, orderID: .text("a"))
    let level = OrderBook.Entry(price: 1, quantity: 2, orders: 3)
    let books = [OrderBook(pair: Self.pair, bids: [order, text], asks: [level])]
    try check(books + [OrderBook(merging: [books[0].on("okx")], of: Self.pair)], seed: 5)
    try check(
      [Instrument(exchange: "okx", pair: Self.pair, state: .open, tickSize: 0.01, id: .text("x"))],
      seed: 6)
    try check(
      [
        Candle(
          time: Date(timeIntervalSince1970: 1.79e9), open: 1, high: 3, low: 0.5, close: 2, volume: 7
        )
      ],
      seed: 7)
    try check([Self.pair], seed: 8)
  }
}
