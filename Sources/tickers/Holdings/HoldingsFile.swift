import Arguments
import Foundation
import MarketCore

/// A file of holdings: a heading with `symbol` and `quantity`, and perhaps `unit_cost` and `exchange`;
/// below it a line a lot. Each line is part of a holding, or has an error.
struct HoldingsFile {
  /// What is wrong with a line.
  struct LineError: Error, Equatable {
    let line: Int
    let reason: String
  }

  private enum Column: String, CaseIterable {
    case symbol, quantity
    case unitCost = "unit_cost"
    case exchange
  }

  /// The holdings in the order of their first lots.
  private(set) var holdings: [Holding] = []
  /// The lines that cannot be used, in order.
  private(set) var errors: [LineError] = []
  /// The line of the first lot of each holding.
  private(set) var lines: [Listing: Int] = [:]
  /// The place of each holding.
  private var places: [Listing: Int] = [:]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - home: the id of the exchange of lines that name none.
  ///   - exchanges: the exchanges there are.
  init(_ bytes: [UInt8], home: String, exchanges: [any Exchange]) {
    let records = CSVReader.records(bytes)
    do throws(LineError) {
      let columns = try Self.columns(records.first)
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
        throw Invalid("the quantities of \(lot.pair) add up to more digits than can be kept")
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
        "there are \(record.fields.count) fields, and \(columns.count) in the heading; decimals have "
          + "a point")
    }
    return zip(columns, record.fields).reduce(into: [:]) { values, field in
      if let column = field.0 { values[column] = field.1 }
    }
  }

  /// The known column of each field of the heading.
  private static func columns(_ heading: CSVReader.Record?) throws(LineError) -> [Column?] {
    let example = "a heading like symbol,quantity,unit_cost,exchange"
    guard let heading else {
      throw LineError(line: 1, reason: "the file is empty; it begins with \(example)")
    }
    func failure(_ reason: String) -> LineError { LineError(line: heading.line, reason: reason) }
    if let error = heading.error { throw failure(error) }
    let columns = heading.fields.map { Column(rawValue: $0.lowercased()) }
    for column in Column.allCases where columns.count(where: { $0 == column }) > 1 {
      throw failure("there are two columns \(column.rawValue)")
    }
    let missing: [Column] = [.symbol, .quantity].filter { !columns.contains($0) }
    guard missing.isEmpty else {
      for (separator, name) in [(";" as Character, "';'"), ("\t", "tabs")]
      where heading.fields.contains(where: { $0.contains(separator) }) {
        throw failure(
          "columns are separated by \(name) here; they are to be separated by ',', and decimals to "
            + "have a point")
      }
      let names = missing.map { $0.rawValue }.joined(separator: " and ")
      throw failure("the heading has no \(names); the file begins with \(example)")
    }
    return columns
  }

  private struct Invalid: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// A line that is read.
  private struct Lot {
    let holding: Holding

    init(
      _ values: [Column: String], home: String, exchanges: [any Exchange]
    ) throws(Invalid) {
      let parts = (values[.symbol] ?? "").split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let symbol = parts.last.map(String.init) ?? ""
      let pair = Pair(typed: symbol)
      guard !(values[.symbol] ?? "").isEmpty else { throw Invalid("symbol is missing") }
      guard
        !symbol.isEmpty, symbol.allSatisfy({ !$0.isWhitespace && $0.isShown }),
        pair.quote != nil || !pair.symbol.contains("-")
      else {
        throw Invalid(
          "\(Self.quoted(values[.symbol] ?? "")) is no symbol; a pair is written like BTC-USD, cash "
            + "like EUR")
      }
      let quantity = try Self.number(.quantity, values)
      guard let quantity else { throw Invalid("quantity is missing") }
      let unitCost = try Self.number(.unitCost, values)
      if let unitCost, unitCost < 0 {
        throw Invalid("unit_cost \(Self.quoted(values[.unitCost] ?? "")) is below 0")
      }
      var names = [values[.exchange] ?? ""].filter { !$0.isEmpty }.map { $0.lowercased() }
      if parts.count == 2 { names.append(parts[0].lowercased()) }
      for name in names where !exchanges.contains(where: { $0.id == name }) {
        throw Invalid(World.unknownExchange(name, among: exchanges))
      }
      guard Set(names).count < 2 else {
        throw Invalid("the symbol names \(names[1]), the column exchange \(names[0])")
      }
      let isCurrency = Currency(pair.symbol).isOfficial || Currency(pair.symbol).name != nil
      holding =
        isCurrency
        ? Holding(cash: pair.symbol, quantity)
        : Holding(
          exchange: names.first ?? home, pair: pair, quantity: quantity, unitCost: unitCost)
    }

    /// The number in a column; `nil` when the field is empty or there is none.
    private static func number(
      _ column: Column, _ values: [Column: String]
    ) throws(Invalid) -> Decimal? {
      guard let text = values[column], !text.isEmpty else { return nil }
      if let number = Decimal(exact: text) { return number }
      let subject = "\(column.rawValue) \(quoted(text))"
      if text.wholeMatch(of: /-?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil {
        throw Invalid("\(subject) has more digits than can be kept")
      }
      let hint = text.contains(",") ? "; decimals have a point, thousands no separator" : ""
      throw Invalid("\(subject) is not a number like 0.5\(hint)")
    }

    /// A value within a sentence.
    private static func quoted(_ text: String) -> String {
      "'\(text.count > 40 ? text.prefix(40) + "…" : text[...])'"
    }
  }
}

extension CSVReader.Record {
  /// Whether there is nothing in any field, as in the empty rows of a spreadsheet.
  fileprivate var isBlank: Bool { error == nil && fields.allSatisfy(\.isEmpty) }
}

extension Character {
  /// Whether it is no control or format character.
  fileprivate var isShown: Bool {
    unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
  }
}
