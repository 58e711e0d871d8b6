import Foundation
@testable import MarketCore
import Reports
import Terminal
import TestTools

@testable import Screens

extension HistoryScreen {
  /// The history of BTC-USD in days that close at these prices, each a dollar above its open.
  static func sample(
    _ closes: [Int] = [3, 1, 2], conditions: [String] = [], isChart: Bool = false,
    palette: Palette? = nil, room: TerminalSize = TerminalSize(columns: 80, rows: 20)
  ) -> HistoryScreen {
    let query = ListQuery<CandleRow>(
      conditions: conditions.compactMap { try? Condition($0) },
      sort: RowOrder(CandleRow.Columns.time))
    let pair = Pair(symbol: "BTC-USD")
    let all = Market.sample.onAllExchanges(pair)
    let exchange = all.allExchanges.first { $0.info.periods.contains(.oneDay) }?.id
    var feed = HistoryFeed(of: Listing(exchange: exchange, pair: pair), in: all)
    feed.query = query
    var screen = HistoryScreen(
      feed, at: .sample, on: .sample(palette: palette), layout: Layout(CandleRow.tableColumns),
      isChart: isChart)
    screen.room = room
    if !closes.isEmpty { screen.poll(closes) }
    return screen
  }

  /// Applies a poll of days that close at these prices; days of 0 have unknown prices.
  mutating func poll(_ closes: [Int]) {
    let prices = closes.map { close -> Prices? in
      close == 0
        ? (nil, nil, nil, nil)
        : (Decimal(close - 1), Decimal(close + 1), Decimal(close - 1), Decimal(close))
    }
    apply(.answered(rows: prices, .oneDay))
  }

  /// The closes of the rows that are shown.
  var closes: String {
    let place = table.layout.columns.firstIndex(of: CandleRow.Columns.close) ?? 0
    return texts.dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      // The time is two words, and the mark of the selected row one.
      let cells = words.dropFirst(words.first == "›" ? 2 : 1)
      return cells.dropFirst(place).first.map { String($0.filter(\.isNumber).dropLast(2)) }
    }.joined(separator: " ")
  }
}
