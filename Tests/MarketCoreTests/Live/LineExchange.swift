import Foundation
import MarketCore

/// An exchange whose stream sends lines, such as `BTC-USD 101`. A `StubMarket` answers for it.
struct LineExchange: Exchange {
  let info: ExchangeInfo
  let stream: StreamInfo?

  /// Stands for an exchange. Its streams have only last prices, unless `describe` adds columns.
  init(
    _ exchange: any Exchange = Exchanges.kraken, pairsPerMessage: Int = 100,
    _ describe: (inout StreamInfo) -> Void = { _ in }
  ) {
    info = exchange.info
    stream = StreamInfo(
      "wss://stream.example.org/v1", columns: [Ticker.Columns.last],
      makeStream: { LineStream(pairs: $0, pairsPerMessage: pairsPerMessage) }
    ) {
      // Most tests let more time go by.
      $0.silence = .seconds(86_400)
      $0.connectionLimit = RateLimit("connections", 100, per: .seconds(1))
      $0.messageLimit = RateLimit("messages", 100, per: .seconds(1))
      describe(&$0)
    }
  }

  func error(in response: Transport.Response) -> MarketError? { nil }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> { throw .cancelled }

  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> { throw .cancelled }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> { throw .cancelled }

  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> { throw .cancelled }
}

/// A stream whose messages are words: a pair with its last price, and perhaps with the time of its last trade in
/// seconds; or `ok`, `refused` with a pair or for all, `failed`, or `ending`.
private struct LineStream: ExchangeStream {
  let pairs: [Pair]
  let pairsPerMessage: Int

  var subscriptions: [String] {
    stride(from: 0, to: pairs.count, by: pairsPerMessage).map {
      pairs[$0..<min($0 + pairsPerMessage, pairs.count)].map(\.symbol).joined(separator: " ")
    }
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    let words = String(decoding: message, as: UTF8.self).split(separator: " ").map(String.init)
    let pair = words.dropFirst().first.map { Pair(symbol: $0) }
    switch words.first {
    case "ok": return [.subscribed]
    case "refused": return [.refused(pair, .exchangeError(message: "refused", isTransient: false))]
    case "failed": return [.failed(.exchangeError(message: "failed", isTransient: true))]
    case "ending": return [.ending("upgrade")]
    default:
      guard words.count > 1, let price = Decimal(string: words[1]) else {
        throw MarketError.malformed("not a line")
      }
      var update = TickerUpdate(Pair(symbol: words[0]))
      update.last = .some(price)
      update.tradedAt =
        words.count > 2 ? Double(words[2]).map(Date.init(timeIntervalSince1970:)) : nil
      return [.ticker(update)]
    }
  }
}
