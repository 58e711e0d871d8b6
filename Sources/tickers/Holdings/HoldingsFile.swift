import Arguments
import Foundation
import MarketCore
import Spelling

/// A holdings file: a heading with `symbol`, `quantity` and optionally `unit_cost`, `exchange`; below
/// it one line per lot. Each line is part of a holding, or has an error.
struct HoldingsFile {
  /// The error in a line.
  struct LineError: Error, Equatable {
    let line: Int
    let reason: String
  }

  private enum Column: String, CaseIterable {
    case symbol, quantity
    case unitCost = "unit_cost"
    case exchange

    /// The column of a heading: case is ignored, spaces and dashes are underscores.
    init?(heading: String) { self.init(rawValue: Self.normalized(heading)) }

    static func normalized(_ heading: String) -> String {
      heading.lowercased().replacing(/[ -]/, with: "_")
    }
  }

  /// Headings that other programs have for these columns.
  private static let similarNames: Set = [
    "amount", "asset", "avg_price", "balance", "buy_price", "coin", "cost", "cost_basis", "pair",
    "price", "qty", "shares", "size", "ticker", "unit_price", "units",
  ]

  /// The columns, as in a header.
  static let example = "symbol,quantity,unit_cost,exchange"

  /// The holdings in the order of their first lots.
  private(set) var holdings: [Holding] = []
  /// The invalid lines, in order.
  private(set) var errors: [LineError] = []
  /// The line of the heading and the ignored columns whose names are similar to known ones.
  private(set) var ignoredColumns: (line: Int, names: [String]) = (1, [])
  /// The line of the first lot of each holding.
  private(set) var lines: [Listing: Int] = [:]
  /// The place of each holding.
  private var places: [Listing: Int] = [:]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - home: the id of the exchange of lines without one.
  ///   - exchanges: all exchanges.
  init(_ bytes: [UInt8], home: String, exchanges: [any Exchange]) {
    let records = CSVReader.records(bytes)
    do throws(LineError) {
      let columns = try Self.columns(records.first)
      if let heading = records.first { ignoredColumns = (heading.line, Self.similar(heading)) }
      for record in records.dropFirst() where !record.isBlank {
        add(record, columns, home, exchanges)
      }
    } catch {
      errors = [error]
    }
  }

  private mutating func add(
    _ record: CSVReader.Record, _ columns: [Column?], _ home: String, _ exchanges: [any Exchange]
  ) {
    do throws(Invalid) {
      let values = try Self.values(of: record, columns)
      let lot = try Lot(values, home: home, exchanges: exchanges).holding
      guard let place = places[lot.listing] else {
        places[lot.listing] = holdings.count
        lines[lot.listing] = record.line
        return holdings.append(lot)
      }
      guard holdings[place].add(lot) else {
        throw Invalid("total quantity of \(lot.pair) exceeds 38 digits")
      }
    } catch {
      errors.append(LineError(line: record.line, reason: error.reason))
    }
  }

  private static func values(
    of record: CSVReader.Record, _ columns: [Column?]
  ) throws(Invalid) -> [Column: String] {
    if let error = record.error { throw Invalid(error) }
    guard record.fields.count <= columns.count else {
      throw Invalid(
        "\(record.fields.count) fields, but \(columns.count) in the heading; use a decimal point")
    }
    return zip(columns, record.fields).reduce(into: [:]) { values, field in
      if let column = field.0 { values[column] = field.1 }
    }
  }

  /// The known column of each field of the heading.
  private static func columns(_ heading: CSVReader.Record?) throws(LineError) -> [Column?] {
    guard let heading else {
      throw LineError(line: 1, reason: "empty file; expected a header such as \(example)")
    }
    func failure(_ reason: String) -> LineError { LineError(line: heading.line, reason: reason) }
    if let error = heading.error { throw failure(error) }
    let columns = heading.fields.map(Column.init(heading:))
    for column in Column.allCases where columns.count(where: { $0 == column }) > 1 {
      throw failure("duplicate column \(column.rawValue)")
    }
    let missing: [Column] = [.symbol, .quantity].filter { !columns.contains($0) }
    guard missing.isEmpty else {
      for (separator, name) in [(";" as Character, "';'"), ("\t", "tabs")]
      where heading.fields.contains(where: { $0.contains(separator) }) {
        throw failure("delimiter \(name) not supported; use ',' and a decimal point")
      }
      let names = missing.map(\.rawValue).joined(separator: ", ")
      throw failure(
        "missing \(missing.count == 1 ? "column" : "columns") \(names); expected a header such as "
          + example)
    }
    return columns
  }

  /// The fields of a heading that are ignored, but similar to a known column.
  private static func similar(_ heading: CSVReader.Record) -> [String] {
    heading.fields.filter { field in
      let name = Column.normalized(field)
      guard Column(rawValue: name) == nil else { return false }
      return similarNames.contains(name)
        || !nearest(to: name, in: Column.allCases.map(\.rawValue), limit: 1).isEmpty
    }
  }

  private struct Invalid: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// The lot of a line.
  private struct Lot {
    let holding: Holding

    init(
      _ values: [Column: String], home: String, exchanges: [any Exchange]
    ) throws(Invalid) {
      let parts = (values[.symbol] ?? "").split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let symbol = parts.last.map(String.init) ?? ""
      let pair = Pair(typed: symbol)
      guard !(values[.symbol] ?? "").isEmpty else { throw Invalid("missing symbol") }
      guard
        !symbol.isEmpty, symbol.allSatisfy({ !$0.isWhitespace && $0.isShown }),
        pair.quote != nil || !pair.symbol.contains("-")
      else {
        throw Invalid(
          "invalid symbol \(Self.quoted(values[.symbol] ?? "")); expected a pair (BTC-USD) or a "
            + "currency (EUR)")
      }
      let quantity = try Self.number(.quantity, values)
      guard let quantity else { throw Invalid("missing quantity") }
      let unitCost = try Self.number(.unitCost, values)
      if let unitCost, unitCost < 0 {
        throw Invalid("negative unit_cost \(Self.quoted(values[.unitCost] ?? ""))")
      }
      var names = [values[.exchange] ?? ""].filter { !$0.isEmpty }.map { $0.lowercased() }
      if parts.count == 2 { names.append(parts[0].lowercased()) }
      for name in names where !exchanges.contains(where: { $0.id == name }) {
        throw Invalid(World.unknownExchange(name, among: exchanges))
      }
      guard Set(names).count < 2 else {
        throw Invalid(
          "conflicting exchanges \(names[1]) (symbol) and \(names[0]) (column exchange)")
      }
      let isCurrency = !pair.symbol.contains("-")
      let meant = Currency(named: symbol)?.code ?? PairArgument.correction(of: symbol)
      if isCurrency, let meant {
        throw Invalid("invalid symbol \(Self.quoted(symbol)); did you mean \(meant)?")
      }
      let exchange = names.first ?? home
      if !isCurrency {
        holding = Holding(
          exchange: exchange, pair: pair, quantity: quantity, unitCost: unitCost)
      } else if Currency(pair.symbol).isOfficial {
        holding = Holding(cash: pair.symbol, quantity)
      } else {
        holding = Holding(coin: pair.symbol, quantity, exchange: exchange, unitCost: unitCost)
      }
    }

    /// The number in a column; `nil` when the field is empty or there is none.
    private static func number(
      _ column: Column, _ values: [Column: String]
    ) throws(Invalid) -> Decimal? {
      guard let text = values[column], !text.isEmpty else { return nil }
      if let number = Decimal(exact: text) { return number }
      let subject = "\(column.rawValue) \(quoted(text))"
      if text.wholeMatch(of: /-?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil {
        throw Invalid("\(subject) exceeds 38 digits")
      }
      let hint = text.contains(",") ? "; use a decimal point and no thousands separator" : ""
      throw Invalid("\(subject) is not a number\(hint)")
    }

    /// A value within a sentence.
    private static func quoted(_ text: String) -> String {
      "'\(text.count > 40 ? text.prefix(40) + "…" : text[...])'"
    }
  }
}

extension CSVReader.Record {
  /// Whether all fields are empty, as in the empty rows of a spreadsheet.
  fileprivate var isBlank: Bool { error == nil && fields.allSatisfy(\.isEmpty) }
}

extension Character {
  /// Whether it is neither a control nor a format character.
  fileprivate var isShown: Bool {
    unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
  }
}
