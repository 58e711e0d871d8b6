import Arguments
import MarketCore
import Reports
import Terminal
import Testing

@testable import Screens
@testable import tickers

/// The lines for the options file that screens show and copy.
struct CopiedLinesTests {
  /// Expects that the program accepts the line of every choice of columns that has every second field.
  ///
  /// - Parameter other: a field that the screen does not offer with these arguments.
  private static func expectAccepted<Row: TableRow>(
    _: Row.Type, _ arguments: String..., without other: String? = nil
  ) throws {
    let names = Row.columnNames.filter { $0 != other }
    let halves = [0, 1].map { offset in
      names.indices.filter { $0 % 2 == offset }.reversed().map { names[$0] }
    }
    for shown in [names] + halves {
      let chooser = ColumnChooser(names.map { ($0, "") }, shown: shown)
      let line =
        chooser.lines(
          fitting: TerminalSize(columns: 1000, rows: 50), in: .utf8
        ).last?.rendered() ?? ""
      #expect(line.hasPrefix("options file: "))
      let words = line.trimmingPrefix("options file: ").split(separator: " ").map(String.init)
      let output = try FormatOptions<Row>.read(Tickers.invocation(arguments + words)).output
      #expect(output.columns?.map(\.name) == shown.filter { $0 != Report.trend.name })
      #expect(output.hasTrend == shown.contains(Report.trend.name))
    }
  }

  @Test func `the command line accepts the columns of every screen`() throws {
    try Self.expectAccepted(Ticker.self, "list")
    try Self.expectAccepted(Coin.self, "coins")
    try Self.expectAccepted(HoldingRow.self, "holdings")
    try Self.expectAccepted(HoldingTotal.self, "holdings", "--total")
    try Self.expectAccepted(PriceRow.self, "price", "BTC-USD")
    try Self.expectAccepted(Instrument.self, "symbols")
    try Self.expectAccepted(CandleRow.self, "history", "BTC-USD")
  }

  @Test func `the command line accepts the columns of levels and of orders`() throws {
    try Self.expectAccepted(BookRow.self, "book", "BTC-USD", without: "order_id")
    try Self.expectAccepted(BookRow.self, "book", "BTC-USD", "--orders", without: "orders")
  }

  @Test func `the options file accepts the line below a condition`() throws {
    let condition = "symbol == B-USD or name == '#1'"
    let prompt = Prompt("where: ", TextField(condition), option: "where")
    let line = prompt.note.trimmingPrefix("options file: ")
    let file = try Tickers.optionsFile(Array("[list]\n\(line)".utf8), path: "options")
    var invocation = try Tickers.invocation(["list"])
    try invocation.add(file)
    #expect(try RowOptions<Ticker>(invocation).query.conditions.map(\.text) == [condition])
  }
}
