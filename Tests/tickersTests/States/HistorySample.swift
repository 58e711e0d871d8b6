import Foundation
@testable import MarketCore
import Reports
import Terminal
import TestTools

@testable import tickers

extension HistoryScreen {
  /// The history of BTC-USD in days that close at these prices, each a dollar above its open.
  static func sample(
    _ closes: [Int] = [3, 1, 2], conditions: [String] = [], isChart: Bool = false,
    palette: Palette? = nil, room: TerminalSize = TerminalSize(columns: 80, rows: 20)
  ) -> HistoryScreen {
    let query = ListQuery<CandleRow>(
      conditions: conditions.compactMap { try? Condition($0) },
      sort: RowOrder(CandleRow.Columns.time))
    let context = CommandContext.sample
    var screen = HistoryScreen(
      PollJob(
        context: context, viewModel: ListViewModel(query), fetch: { _ in .failure(.cancelled) }),
      layout: Layout(CandleRow.tableColumns),
      table: TableRenderer(looks: .terminal(palette: palette)), options: HistoryOptions(.oneDay),
      source: HistoryFetch(
        [HistoryFetch.Request(Pair(symbol: "BTC-USD"), on: context.client.exchange.id)],
        among: context.world.exchanges, now: context.world.date),
      exchanges: context.world.exchanges.filter { $0.info.periods.contains(.oneDay) },
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
    let place = table.layout.columns.firstIndex(of: "close") ?? 0
    return texts.dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      // The time is two words, and the mark of the selected row one.
      let cells = words.dropFirst(words.first == "›" ? 2 : 1)
      return cells.dropFirst(place).first.map { String($0.filter(\.isNumber).dropLast(2)) }
    }.joined(separator: " ")
  }
}
