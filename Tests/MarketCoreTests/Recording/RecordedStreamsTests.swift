import Foundation
import Testing

@testable import MarketCore

/// The recorded streams in `Fixtures`.
struct RecordedStreamsTests {
  private static let recording = Recording(Articles.recordings)

  /// The received messages of a recorded connection. Each line must be readable.
  private static func messages(_ exchange: any Exchange, _ number: Int) throws -> [Data] {
    let stream = try recording.stream(number, of: exchange.id)
    let lines = try stream.lines.map { try $0.get() }
    #expect(lines.first?.kind == .open)
    #expect(lines.last?.kind == .close)
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.time <= $1.time })
    return lines.filter { $0.kind == .received }.map { Data($0.text.utf8) }
  }

  @Test(arguments: Exchanges.all.filter { $0.bookStream(depth: 100) != nil }.map(\.id))
  func `each recorded book proves itself`(id: ExchangeID) throws {
    let exchange = try #require(Exchanges.all.first { $0.id == id })
    let info = try #require(exchange.bookStream(depth: 100))
    let pair = Pair(symbol: id == "binance" ? "BTC-USDT" : "BTC-USD")
    let book = LiveBook(info, exchange.title, keepsSteps: false, now: { .now })
    var stream = book.streamInfo.makeStream([pair])
    let response = try Data(
      contentsOf: Articles.recordings.appending(
        path: "binance/depth/symbol=BTCUSDT/1.json"))
    var updates = 0
    for message in try Self.messages(exchange, id == "bitstamp" ? 2 : 1) {
      var events = try stream.events(in: message)
      if events.contains(where: { if case .needsBook = $0 { true } else { false } }) {
        events += try stream.events(in: response)
      }
      for event in events {
        switch event {
        case .book: updates += 1
        case .needsBook, .subscribed, .ending: break
        case .ticker, .refused, .gap, .failed: Issue.record("\(event)")
        }
      }
    }
    #expect(updates > 20)
    let sides = try #require(book.take()).sides
    let (bid, ask) = (sides.levels(.bid).first?.price, sides.levels(.ask).first?.price)
    #expect(try #require(bid) < (try #require(ask)))
  }

  @Test(arguments: ["kraken", "coinbase", "okx", "binance", "bitstamp"] as [ExchangeID])
  func `each recorded connection has tickers`(id: ExchangeID) throws {
    let exchange = try #require(Exchanges.all.first { $0.id == id })
    let pair = Pair(symbol: id == "binance" ? "BTC-USDT" : "BTC-USD")
    var stream = try #require(exchange.stream).makeStream([pair])
    var prices: Set<Decimal> = []
    for message in try Self.messages(exchange, id == "bitstamp" ? 1 : 2) {
      for case .ticker(let update) in try stream.events(in: message) {
        if case let last?? = update.last { prices.insert(last) }
      }
    }
    #expect(prices.count > 2)
  }
}
