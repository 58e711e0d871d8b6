import Foundation

@testable import MarketCore

/// WebSocket messages of one connection, with line ends between them. The first byte says of which exchange,
/// and whether they are of tickers or of a book.
func tryStreams(_ input: UnsafeBufferPointer<UInt8>) {
  guard let first = input.first else { return }
  var stream = streams[Int(first - min(first, UInt8(ascii: "1"))) % streams.count]
  var tickers: [Pair: Ticker] = [:]
  var (book, hasBook) = (BookSides(), false)
  let messages = Data(input).dropFirst().split(separator: UInt8(ascii: "\n"))
  for event in messages.flatMap({ (try? stream.events(in: Data($0))) ?? [] }) {
    switch event {
    case .ticker(let update):
      precondition(pairs.contains(update.pair))
      var ticker =
        tickers[update.pair] ?? Ticker(pair: update.pair, open: nil, volume: nil, last: nil)
      ticker.apply(update, at: .distantPast)
      tickers[update.pair] = ticker
    case .book(let update):
      precondition(update.pair == pairs[0])
      book.apply(update, depth: 25, limit: first.isMultiple(of: 2) ? 2 : nil)
      hasBook = true
    case .refused(let pair, let error):
      precondition(pair.map(pairs.contains) ?? true)
      _ = error.description
    case .failed(let error): _ = error.description
    case .ending, .gap, .needsBook, .subscribed: break
    }
  }
  for ticker in tickers.values {
    for column in Ticker.columns { check(column.cell(of: ticker, asOf: .distantPast)) }
  }
  if hasBook { check(book) }
}

private let pairs = ["BTC-USD", "ETH-USD", "BTC-USDT"].map { Pair(symbol: $0) }
private let streams =
  Exchanges.all.compactMap { $0.stream?.makeStream(pairs) }
  + Exchanges.all.compactMap { $0.bookStream(depth: nil)?.stream.makeStream(pairs) }

/// The levels are sorted, and have a quantity.
private func check(_ book: BookSides) {
  for side in Side.allCases {
    let levels = book.levels(side)
    precondition(levels.count <= 25 && levels.allSatisfy { $0.price.isAboveZero })
    for (better, worse) in zip(levels, levels.dropFirst()) {
      precondition(!side.isWorse(better.price, than: worse.price))
    }
    _ = (Kraken.checksum(of: book), book.checksumOfBothSides(depth: 25))
  }
}
