import Foundation
import MarketCore
import Reports
import Terminal
import TestTools

extension CandleChart {
  /// The lines of a chart, without colours unless there is a palette.
  ///
  /// - Parameters:
  ///   - candles: a period each, the newest at the end; `nil` for one that there is not.
  ///   - volumes: those of the candles, as far as they are known.
  ///   - columns: the size of the terminal, as `rows`.
  ///   - query: which candles are kept.
  static func lines(
    _ candles: [Prices?], _ period: Period = .oneDay, volumes: [Decimal?] = [], columns: Int = 80,
    rows: Int = 24, charset: String = "C.UTF-8", timeZone: TimeZone = .gmt, hasHeader: Bool = true,
    hasRange: Bool = true, symbol: String = "BTC-USD", query: ListQuery<CandleRow> = ListQuery(),
    palette: Palette? = nil
  ) -> [String] {
    let charset = Charset(environment: ["LANG": charset])
    var list = ListViewModel<CandleRow>(query)
    list.apply(.answered(rows: candles, volumes: volumes, period, symbol: symbol))
    let size = TerminalSize(columns: columns, rows: rows)
    return CandleChart(
      looks: TextLooks(hasMarks: true, charset: charset), hasHeader: hasHeader, timeZone: timeZone,
      hasRange: hasRange
    )
    .lines(of: list, fitting: size).map { $0.rendered(palette).transliterated(to: charset) }
  }

  /// So many candles that rise and fall, the highest and the lowest of which are in the newest 10.
  static func wave(_ count: Int) -> [Prices?] {
    (0..<count).map { index in
      let (open, close) = (Decimal(100 + index * 7 % 10), Decimal(100 + (index + 1) * 7 % 10))
      return index == count - 3
        ? (open, 123.45, 87.65, close) : (open, max(open, close) + 1, min(open, close) - 1, close)
    }
  }
}
