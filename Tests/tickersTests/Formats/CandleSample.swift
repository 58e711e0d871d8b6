import Foundation
@testable import MarketCore
import Terminal

@testable import tickers

/// The open, the highest, the lowest and the last price of a candle.
typealias Prices = (open: Decimal?, high: Decimal?, low: Decimal?, close: Decimal?)

extension CandleChart {
  /// The end of the last sample period, a Friday.
  static let end = Date(timeIntervalSince1970: 1_795_132_800)

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
    var world = World.terminal
    world.environment["LANG"] = charset
    var list = ListViewModel<CandleRow>(query)
    list.apply(.answered(rows: candles, volumes: volumes, period, symbol: symbol))
    let size = TerminalSize(columns: columns, rows: rows)
    return CandleChart(
      looks: TextLooks(in: world, palette: nil), hasHeader: hasHeader, timeZone: timeZone,
      hasRange: hasRange
    )
    .lines(of: list, fitting: size).map { $0.rendered(palette).transliterated(to: world.charset) }
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

extension World {
  fileprivate var charset: Charset { charset(of: output) }
}

extension Poll where Value == Answer<[CandleRow]> {
  /// A poll of such candles, with volumes as far as they are known.
  static func answered(
    rows: [Prices?], volumes: [Decimal?] = [], _ period: Period, symbol: String = "BTC-USD"
  ) -> Poll {
    .answered(
      rows.enumerated().compactMap { index, prices in
        guard let prices else { return nil }
        let time = period.start(index - rows.count, after: CandleChart.end)
        return CandleRow(
          exchange: "test", pair: Pair(symbol: symbol), period: period,
          candle: Candle(
            time: time, open: prices.open, high: prices.high, low: prices.low, close: prices.close,
            volume: index < volumes.count ? volumes[index] : nil), asOf: CandleChart.end)
      })
  }
}
