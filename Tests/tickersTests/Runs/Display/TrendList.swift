import MarketCore
import TestTools

@testable import tickers

/// A list with trends of candles, and what is requested for them.
enum TrendList {
  static let bitcoin = Pair(symbol: "BTC-USD")
  static let ether = Pair(symbol: "ETH-USD")
  static let hour = ["--trend", "1h"]

  static func list(
    _ exchange: TestExchange, _ arguments: [String] = hour, columns: Int = 80, rows: Int = 24
  ) -> ScreenRun {
    ScreenRun(
      ["list", "--interval", "30", "--sort", "symbol"] + arguments, columns: columns, rows: rows,
      exchange: exchange)
  }

  /// The pairs whose candles were requested, in order.
  static func requests(_ exchange: TestExchange) -> [Pair] {
    exchange.questions.compactMap {
      if case .candles(let pair, _) = $0 { pair } else { nil }
    }
  }

  /// Waits until a row ends with this text.
  static func ends(_ screen: ScreenRun, _ symbol: String, with text: String) async -> Bool {
    await screen.display.waits { lines in
      lines.contains { $0.dropFirst(2).hasPrefix(symbol) && $0.hasSuffix(text) }
    }
  }
}
