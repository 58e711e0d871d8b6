import Foundation
@testable import MarketCore
import Reports
import TestTools
import Testing

@testable import tickers

/// The screens with rows, of the same two pairs of one exchange.
enum RowsCommand: String, CaseIterable, CustomTestStringConvertible {
  case list, coins, holdings, totals, price, symbols, history

  static let options = "options"
  private static let file = """
    symbol,quantity,unit_cost
    ETH-BTC,3,1
    BTC-USD,2,80.5
    """

  var testDescription: String { rawValue }

  var arguments: [String] {
    switch self {
    // Without chart and book beside the rows.
    case .list, .coins: [rawValue, "--view", "rows"]
    case .symbols: [rawValue]
    case .holdings: ["holdings", "mine.csv", "--view", "rows"]
    case .totals: ["holdings", "mine.csv", "--total", "--view", "rows"]
    case .price: ["price", "BTC-USD", "ETH-BTC"]
    case .history: ["history", "ETH-BTC"]
    }
  }

  /// The names of all fields that can be columns.
  var fields: [String] {
    switch self {
    case .list: Ticker.columnNames
    case .coins: Coin.columnNames
    case .holdings: HoldingRow.columnNames
    case .totals: HoldingTotal.columnNames
    case .price: PriceRow.columnNames
    case .symbols: Instrument.columnNames
    case .history: CandleRow.columnNames
    }
  }

  /// The price that is copied; `nil` where there is none.
  var price: String? {
    switch self {
    case .list, .holdings, .price: "last"
    case .coins: "price"
    case .history: "close"
    case .totals, .symbols: nil
    }
  }

  /// The exchange, whose prices stay; or else BTC-USD rises with every request, and ETH-BTC falls.
  static func exchange(_ id: String = "test", isMoving: Bool = false) -> TestExchange {
    TestExchange(
      id, periods: [.oneHour, .oneDay, .oneWeek],
      instruments: ["BTC-USD", "ETH-BTC"].map { symbol in
        Instrument(pair: Pair(symbol: symbol), status: "online", tickSize: 1)
      },
      rows: { request in
        let step = Decimal(isMoving ? request : 0)
        return [
          Ticker(
            pair: Pair(symbol: "BTC-USD"), open: 97, volume: Decimal(string: "0.7"),
            last: Decimal(string: "100.0000000001")?.adding(step)),
          Ticker(
            pair: Pair(symbol: "ETH-BTC"), open: 9, volume: Decimal(string: "5.25"),
            last: Decimal(8).subtracting(step / 8)),
        ]
      })
  }

  /// The screen, of rows at first, once it shows them.
  func screen(
    _ further: String..., columns: Int = 230, rows: Int = 40, environment: [String: String] = [:],
    options: String = "", exchange: TestExchange = exchange()
  ) async -> ScreenRun {
    let screen = ScreenRun(
      arguments + ["-o", "table", "--interval", "3600"] + further, columns: columns, rows: rows,
      environment: environment.merging(["TICKERS_OPTIONS": Self.options]) { $1 },
      exchange: exchange
    ) { world in
      world.files.read = { Self.files(options)[$0] }
    }
    #expect(await screen.shows("› "))
    return screen
  }

  /// The first row, or the newest candle, of the command in a pipe, in a format for programs.
  func row(_ columns: String) async -> String {
    var world = TestWorld()
    world.exchanges = [Self.exchange()]
    world.holdings = Array(Self.file.utf8)
    let outcome = await world.run(
      arguments.map { $0 == "mine.csv" ? "holdings.csv" : $0 }
        + ["--once", "-o", "tsv", "--no-header", "-c", columns])
    let lines = outcome.output.split(separator: "\n")
    return String((self == .history ? lines.last : lines.first) ?? "")
  }

  private static func files(_ options: String) -> [String: [UInt8]] {
    [Self.options: Array(options.utf8), "mine.csv": Array(file.utf8)]
  }
}
