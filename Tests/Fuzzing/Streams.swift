import Foundation

@testable import MarketCore

/// WebSocket messages of one connection, with line ends between them. The first byte says of which exchange.
func tryStreams(_ input: UnsafeBufferPointer<UInt8>) {
  guard let first = input.first else { return }
  var stream = streams[Int(first) % streams.count]
  var tickers: [Pair: Ticker] = [:]
  let messages = Data(input).dropFirst().split(separator: UInt8(ascii: "\n"))
  for event in messages.flatMap({ (try? stream.events(in: Data($0))) ?? [] }) {
    switch event {
    case .ticker(let update):
      precondition(pairs.contains(update.pair))
      var ticker =
        tickers[update.pair] ?? Ticker(pair: update.pair, open: nil, volume: nil, last: nil)
      ticker.apply(update, at: .distantPast)
      tickers[update.pair] = ticker
    case .refused(let pair, let error):
      precondition(pair.map(pairs.contains) ?? true)
      _ = error.description
    case .failed(let error): _ = error.description
    case .ending: break
    }
  }
  for ticker in tickers.values {
    for column in Ticker.columns { check(column.cell(of: ticker, asOf: .distantPast)) }
  }
}

private let pairs = ["BTC-USD", "ETH-USD", "BTC-USDT"].map { Pair(symbol: $0) }
private let streams = Exchanges.all.compactMap { $0.stream?.makeStream(pairs) }
