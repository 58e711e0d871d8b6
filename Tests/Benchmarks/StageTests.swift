import Foundation
import Terminal
import Testing

@testable import MarketCore
import Reports
@testable import tickers

/// Measures each stage of a poll, for lists and books of several sizes.
///
/// Prints a line each: list or book, rows, stage, and the median of as many runs as the environment
/// says in `BENCHMARKS`, in microseconds of CPU, with tabs between.
@Suite(.enabled(if: runs > 0), .serialized) struct StageTests {
  private static let table = TableRenderer(looks: TextLooks())

  @Test(arguments: [200, 2_000, 20_000]) func `a list`(rows: Int) async throws {
    let query = ListQuery(
      filters: [SymbolFilter("*-*")], conditions: [try Condition("last >= 0")],
      sort: RowOrder(Ticker.Columns.symbol))
    let layout = Layout(Ticker.tableColumns)
    await time(
      ListViewModel<Ticker>(query), "list", rows, body: tickers(rows),
      fetch: { await $0.tickers() }, report: { layout.report($0, name: "tickers") })
  }

  @Test(arguments: [100, 1_000, 10_000, 100_000]) func `a book, all of its levels`(
    rows: Int
  ) async {
    let layout = Layout(BookRow.tableColumns)
    let (pair, fetch) = (Pair(symbol: "BTC-USD"), BookFetch())
    await time(
      OrderBookViewModel(pair: pair, query: BookQuery(depth: nil)), "book", rows,
      body: levels(rows), fetch: { await fetch($0, pair, .levels) }, report: { layout.report($0) })
  }

  /// A view model is given the same answer again and again, as by a run that polls.
  private func time<ViewModel: MarketViewModel>(
    _ viewModel: ViewModel, _ name: String, _ rows: Int, body: String,
    fetch: (MarketClient) async -> Result<Answer<ViewModel.Value>, MarketError>,
    report: (ViewModel) -> Report
  ) async {
    let body = Data(body.utf8)
    let client = MarketClient.stub { _ in .success(Transport.Response(body: body)) }
    var viewModel = viewModel
    var times: [(stage: String, microseconds: [Int])] = ["decode", "filter", "format", "render"]
      .map { ($0, []) }
    for run in 0...runs {
      var marks = [Self.microseconds]
      let result = await fetch(client)
      marks.append(Self.microseconds)
      viewModel.apply(Poll(result: result, at: .now, next: nil))
      marks.append(Self.microseconds)
      let report = report(viewModel)
      marks.append(Self.microseconds)
      let text = Self.table.text(of: report, isFirst: true)
      marks.append(Self.microseconds)
      #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } > rows)
      // The first finds caches cold.
      for (stage, (start, end)) in zip(marks, marks.dropFirst()).enumerated() where run > 0 {
        times[stage].microseconds.append(end - start)
      }
    }
    for (stage, microseconds) in times {
      let median = microseconds.sorted()[runs / 2]
      print(name, rows, stage, median, separator: "\t")
    }
  }

  /// The time for which the process has had a core.
  private static var microseconds: Int { Int(clock()) * 1_000_000 / Int(CLOCKS_PER_SEC) }

  private func tickers(_ count: Int) -> String {
    let quotes = ["USD", "EUR", "BTC", "USDT"]
    let rows = (0..<count).map { row in
      // The exchange's rows are in no order.
      let number = row * 7919 % count
      return """
        {"symbol":"P\(number / 4)-\(quotes[number % 4])","price_24h":\(number).25,\
        "volume_24h":\(number % 31).0718,"last_trade_price":\(number).5\(row % 10)}
        """
    }
    return "[\(rows.joined(separator: ","))]"
  }

  private func levels(_ count: Int) -> String {
    func side(_ sign: Int) -> String {
      (1...count / 2).map { level in
        let cents = 5_000_000 + sign * level
        let price = "\(cents / 100).\(cents / 10 % 10)\(cents % 10)"
        return #"{"px":\#(price),"qty":0.\#(level % 97 + 1)47,"num":\#(level % 7 + 1)}"#
      }.joined(separator: ",")
    }
    return #"{"symbol":"BTC-USD","bids":[\#(side(-1))],"asks":[\#(side(1))]}"#
  }
}

private let runs = Int(ProcessInfo.processInfo.environment["BENCHMARKS"] ?? "") ?? 0
