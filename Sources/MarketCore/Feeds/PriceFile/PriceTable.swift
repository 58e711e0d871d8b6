import Foundation

/// Reads the rows of a csv or tsv file with prices. Columns that a row does not need are ignored and do
/// not become text, because a file can have a million lines.
struct PriceTable {
  private typealias Field = ArraySlice<UInt8>

  /// The columns that can have the time of a row. If a file has several, the first in this list is used.
  static let timeNames = [
    CandleRow.Columns.time.name, PastPrice.Columns.at.name, Ticker.Columns.asOf.name,
  ]

  let heading: [String]?
  private let format: PriceFile.Format
  private let names: [Field]
  private let pair: Pair?
  private let symbol: Int?
  private let exchange: Int?
  private let time: Int
  private let complete: Int?
  private let quote: Int?

  /// The `first` line is a heading, or a row with `columns`. Without column `symbol`, rows are about `pair`.
  init(
    _ format: PriceFile.Format, first: ArraySlice<UInt8>, columns: [String], pair: Pair?
  ) throws(InvalidLine) {
    let fields = try Self.fields(of: first, format)
    // A heading names a time column and, unlike a row, has no time.
    let isHeading =
      fields.contains { Self.timeNames.contains($0.text) }
      && !fields.contains { Date(rfc3339: $0.text) != nil || Date(day: $0.text) != nil }
    heading = isHeading ? fields.map(\.text) : nil
    let names = heading ?? columns
    guard let time = Self.timeNames.lazy.compactMap(names.firstIndex).first else {
      throw InvalidLine("missing column time")
    }
    func index<Row>(of column: Column<Row>) -> Int? { names.firstIndex(of: column.name) }
    symbol = index(of: CandleRow.Columns.symbol)
    guard symbol != nil || pair != nil else { throw InvalidLine("missing column symbol") }
    exchange = index(of: CandleRow.Columns.exchange)
    complete = index(of: CandleRow.Columns.complete)
    quote = index(of: Ticker.Columns.quote)
    self.time = time
    self.pair = pair
    self.format = format
    self.names = names.map { Array($0.utf8)[...] }
  }

  /// The row of a line; `nil` for a heading. Each output that was appended can have a heading.
  func row(_ line: ArraySlice<UInt8>) throws(InvalidLine) -> PriceFile.Row? {
    let fields = try Self.fields(of: line, format)
    if fields == names { return nil }
    guard fields.count == names.count else {
      let noun = fields.count == 1 ? "field" : "fields"
      throw InvalidLine("\(fields.count) \(noun), but \(names.count) columns")
    }
    let time = fields[time].text
    let day = Date(day: time)
    guard let date = day ?? Date(rfc3339: time) else { throw .invalid("time", time) }
    let symbol = try symbol.map { index throws(InvalidLine) in try text(of: fields[index]) }
    guard let symbol = symbol ?? pair?.symbol, !symbol.isEmpty else {
      throw InvalidLine("missing symbol")
    }
    let exchange = try exchange.map { index throws(InvalidLine) in try text(of: fields[index]) }
    let complete = complete.map { fields[$0].text }
    guard ["true", "false", nil].contains(complete) else {
      throw .invalid("complete", complete ?? "")
    }
    let quote = try quote.map { index throws(InvalidLine) in try text(of: fields[index]) }
    return PriceFile.Row(
      exchange: exchange?.nilIfEmpty, symbol: symbol, time: date, currency: quote?.nilIfEmpty,
      isComplete: complete != "false", hasDate: day != nil)
  }

  private static func fields(
    of line: ArraySlice<UInt8>, _ format: PriceFile.Format
  ) throws(InvalidLine) -> [Field] {
    format == .tsv
      ? line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      : try CSVReader.fields(of: line)
  }

  /// The text of a field. Escapes of tsv are replaced.
  private func text(of field: Field) throws(InvalidLine) -> String {
    guard format == .tsv, field.contains(UInt8(ascii: "\\")) else { return field.text }
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      default: throw .invalid("escape in", field.text)
      }
    }
    return bytes[...].text
  }
}
