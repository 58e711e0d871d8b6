import Foundation
@testable import MarketCore
import Reports
import Terminal
import TestTools

@testable import Screens

extension BookScreen {
  /// The book of BTC-USD with so many levels a side, a dollar apart, around 1,000.
  static func sample(
    asks: Int = 30, bids: Int = 30, depth: Int? = 10, step: Decimal? = nil,
    detail: BookDetail = .levels, isChart: Bool = false, hasHeader: Bool = true,
    hasDepth: Bool = true, room: TerminalSize = TerminalSize(columns: 80, rows: 8)
  ) -> BookScreen {
    let feed = BookFeed(
      .sample, of: Pair(symbol: "BTC-USD"), BookQuery(depth: depth, step: step, detail: detail))
    let layout = Layout(["price", "quantity", "orders"] as [Column<BookRow>])
    var screen = BookScreen(
      feed, at: .sample, on: .sample(), layout: layout, hasHeader: hasHeader, isChart: isChart,
      hasDepth: hasDepth)
    screen.room = room
    screen.poll(asks: asks, bids: bids)
    return screen
  }

  mutating func poll(asks: Int, bids: Int) {
    func entries(_ prices: [Int]) -> [OrderBook.Entry] {
      prices.map { OrderBook.Entry(price: Decimal($0), quantity: 2, orders: 3) }
    }
    apply(
      .answered(
        OrderBook(
          pair: Pair(symbol: "BTC-USD"), bids: entries((0..<bids).map { 999 - $0 }),
          asks: entries((0..<asks).map { 1001 + $0 }))))
  }

  /// The first words of the lines below the heading: prices without the rest, and `spread`.
  var places: [String] {
    texts.dropFirst().map { line in
      let word = line.split(separator: " ").first ?? ""
      return word.prefix { $0 != "." }.filter { $0.isNumber || $0.isLetter }
    }
  }

  /// How many prices are shown above and below the spread.
  var levels: [Int] {
    let parts = places.split(separator: "spread", omittingEmptySubsequences: false)
    return parts.map(\.count)
  }
}
