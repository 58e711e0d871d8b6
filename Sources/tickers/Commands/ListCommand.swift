import Arguments
import Foundation
import MarketCore

/// `tickers list`: every pair, with price, change and volume.
enum ListCommand {
  static let declaration = Command(
    "list",
    summary: "List all pairs: last price, 24-hour change, volume",
    details: [
      "Polls until it is stopped: redraws the table on a terminal, appends tables elsewhere."
    ],
    options: [Options.filter.option, Options.sort.option, Options.limit.option] + Options.polling,
    examples: [
      .init("tickers list --filter BTC", "Watch the pairs with BTC in them"),
      .init("tickers list --sort percent:desc --limit 10 --once", "The ten best of the day"),
    ])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    let viewModel = TickerListViewModel(
      filters: try invocation.values(of: Options.filter),
      sort: try invocation.value(of: Options.sort) ?? RowOrder(.symbol),
      limit: try invocation.value(of: Options.limit))
    let session = try Session(invocation, in: world)
    return await session.watch(viewModel, frame: frame) { await $0.tickers() }
  }

  @Sendable static func frame(_ viewModel: TickerListViewModel) -> Frame {
    let columns: [TickerField] = [.symbol, .last, .change, .percent, .volume]
    return Frame(
      title: viewModel.rows.count == viewModel.total
        ? "\(viewModel.total) pairs" : "\(viewModel.rows.count) of \(viewModel.total) pairs",
      columns: columns.map(column),
      rows: viewModel.rows.map { row in .cells(columns.map { row[$0] }) },
      nothing: "no pair matches")
  }

  private static func column(_ field: TickerField) -> Frame.Column {
    switch field {
    case .symbol: Frame.Column(field, .text, rank: 0)
    case .base, .quote, .asOf: Frame.Column(field, .text, rank: 4)
    case .last: Frame.Column(field, .number, rank: 0)
    case .percent: Frame.Column(field, .number, rank: 1, marksTone: true)
    case .change: Frame.Column(field, .number, rank: 2)
    case .volume: Frame.Column(field, .number, rank: 3)
    case .open, .notional: Frame.Column(field, .number, rank: 4)
    }
  }
}
