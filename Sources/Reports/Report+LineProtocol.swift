import Foundation
import MarketCore
import Terminal

extension Report {
  private typealias Columns = Ticker.Columns

  /// Returns the columns that the line protocol uses: names, times and numbers, without ages.
  static func lineProtocolColumns<Row: MarketCore.Row>(of _: Row.Type) -> [MarketCore.Column<Row>] {
    let names =
      [Columns.exchange, Columns.symbol, Columns.base, Columns.quote, Columns.asOf].map(\.name)
      + [Coin.Columns.coin.name, PastPrice.Columns.at.name, CandleRow.Columns.time.name]
    return Row.columns.filter {
      $0.kind.isNumber && $0.kind != .seconds || names.contains($0.name)
    }
  }

  /// The rows in InfluxDB's line protocol, with names as tags. Skips rows without a number or a valid time.
  var lineProtocol: String {
    let measurement =
      index(of: Coin.Columns.coin) != nil
      ? "tickers_coin" : index(of: CandleRow.Columns.close) != nil ? "tickers_candle" : "tickers"
    return rows.compactMap { row in
      values(of: row).map { numbers, time in
        "\(measurement)\(series(of: row)) \(numbers) \(time)\n"
      }
    }.joined()
  }

  var lineProtocolNotices: [String] {
    let count = rows.count { values(of: $0) == nil }
    return count == 0 ? [] : ["skipped \(count) row\(count == 1 ? "" : "s") without numbers"]
  }

  /// Returns the known numbers as `name=number`, and the time in nanoseconds. `nil` if the row has no known
  /// number, or if its time is unknown or out of range.
  private func values(of row: [Cell]) -> (numbers: String, time: String)? {
    let numbers = zip(columns, row).compactMap { column, cell -> String? in
      guard column.kind.isNumber, case .number(let number) = cell.value else { return nil }
      return "\(column.name)=\(number.plain)"
    }
    // The time of a past price or a candle has priority over the arrival time.
    let times = [
      index(of: PastPrice.Columns.at), index(of: CandleRow.Columns.time), index(of: Columns.asOf),
    ]
    let values = times.compactMap { $0.map { row[$0].value } }
    let value = values.first { $0 != .unknown } ?? asOf.map(FieldValue.time)
    guard !numbers.isEmpty, let time = value.flatMap(Self.nanoseconds) else { return nil }
    return (numbers.joined(separator: ","), time)
  }

  /// Returns the tags of a row, each after a comma.
  private func series(of row: [Cell]) -> String {
    func cell<Row>(_ column: MarketCore.Column<Row>) -> Cell? { index(of: column).map { row[$0] } }
    func tag<Row>(_ column: MarketCore.Column<Row>, else text: String? = nil) -> (String, String?) {
      (column.name, cell(column)?.value.text ?? text)
    }
    let symbol = tag(Columns.symbol)
    // A candle has no columns for the currencies of its pair.
    let pair = Pair(symbol: symbol.1 ?? "")
    let quote = tag(Columns.quote, else: pair.quote)
    let currency = priceIndex.flatMap { row[$0].currency }
    let tags = [
      tag(Columns.exchange), symbol, tag(Columns.base, else: pair.base), quote,
      tag(Coin.Columns.coin),
      // Converted prices are another series than prices in the quote currency.
      ("currency", currency == quote.1 ? nil : currency),
    ]
    return (tags + self.tags.map { ($0, $1) }).map { name, text in
      text.map { $0.isEmpty ? "" : ",\(name)=\(Self.escaped($0))" } ?? ""
    }.joined()
  }

  /// Returns a time in nanoseconds since 1970-01-01; `nil` if it exceeds 64 bits, or if the value is not a
  /// time.
  private static func nanoseconds(of value: FieldValue) -> String? {
    let date: Date
    switch value {
    case .time(let time), .moment(let time): date = time
    default: return nil
    }
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    let (time, isTooLarge) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
    return isTooLarge ? nil : "\(time)"
  }

  /// Returns the value of a tag. A backslash has no escape, and would escape the next character.
  private static func escaped(_ text: String) -> String {
    text.controlsReplaced { scalar in
      switch scalar {
      case ",", "=", " ": "\\\(scalar)"
      case "\\": "\u{FFFD}"
      default: nil
      }
    }
  }
}
