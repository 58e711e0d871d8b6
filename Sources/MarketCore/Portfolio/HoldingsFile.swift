public import Foundation

/// Reads a holdings file: comma-separated values with a heading and one line per lot, such as a
/// purchase.
///
/// The columns `symbol` and `quantity` are required; `unit_cost`, `exchange` and `date` are optional. A
/// symbol is a pair (`BTC-USD`) or a currency (`EUR`, `BTC`), and can begin with an exchange
/// (`kraken:BTC`). The exchange `cash` is for money (`cash:EUR`). A date is the day from which the lot
/// counts (`2020-11-20`). Blank lines and lines that begin with `#` are ignored.
public struct HoldingsFile: Sendable {
  /// An invalid line of a file. It is not part of any holding.
  public struct LineError: LocalizedError, Hashable, CustomStringConvertible {
    /// The number of the line; the first line is 1.
    public let line: Int
    public let reason: String

    /// The line and the reason, as in `line 3: missing quantity`.
    public var description: String { "line \(line): \(reason)" }
    public var errorDescription: String? { description }
  }

  private enum Column: String, CaseIterable {
    case symbol, quantity
    case unitCost = "unit_cost"
    case exchange, date
  }

  /// The key of lots that are added up: they have one listing, and count from the same time.
  private struct Group: Hashable {
    let listing: Listing
    let since: Date?
  }

  /// Columns of trades. A file with such a column is invalid: its sales would count as purchases.
  private static let tradeColumns: Set = ["side", "type"]
  /// Columns that are ignored without a notice.
  private static let silentColumns: Set = ["id", "note", "comment"]

  package static let example = "symbol,quantity,unit_cost,exchange,date"

  /// The holdings of the valid lines, in the order of their first lots. Lots of one listing with
  /// different dates are separate holdings.
  public private(set) var holdings: [Holding] = []
  /// The invalid lines. If the heading is invalid or missing, it is the only error.
  public private(set) var errors: [LineError] = []
  /// The names of the columns that are ignored with a notice, as written in the heading.
  public private(set) var ignoredColumns: [String] = []
  package private(set) var headingLine = 1
  /// The line number of the first lot of each listing.
  package private(set) var lines: [Listing: Int] = [:]
  private var places: [Group: Int] = [:]
  /// The sum of all lots of each listing, regardless of their dates. It must not exceed 38 digits.
  private var sums: [Listing: Holding] = [:]
  private let hidesAmounts: Bool

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - bytes: the content in UTF-8, such as `Data`.
  ///   - defaultExchange: the exchange of pairs and coins in lines without an exchange.
  ///   - exchanges: the exchanges that lines may name.
  ///   - hidesAmounts: whether the texts of errors omit quantities and costs.
  public init(
    _ bytes: some Sequence<UInt8>, defaultExchange: ExchangeID,
    exchanges: [any Exchange] = Exchanges.all,
    hidesAmounts: Bool = false
  ) {
    self.hidesAmounts = hidesAmounts
    let records = CSVReader.records(Array(bytes))
    guard let heading = records.first else {
      let reason = "empty file; expected a header such as \(Self.example)"
      errors = [LineError(line: 1, reason: reason)]
      return
    }
    do throws(InvalidLine) {
      let columns = try Self.columns(heading)
      (headingLine, ignoredColumns) = (heading.line, Self.ignored(heading))
      for record in records.dropFirst() where !record.isBlank {
        do throws(InvalidLine) {
          try add(lot(Self.values(of: record, columns), defaultExchange, exchanges), record.line)
        } catch {
          errors.append(LineError(line: record.line, reason: error.reason))
        }
      }
    } catch {
      errors = [LineError(line: heading.line, reason: error.reason)]
    }
  }

  private mutating func add(_ lot: Holding, _ line: Int) throws(InvalidLine) {
    let error = InvalidLine("total quantity of \(lot.pair) exceeds 38 digits")
    if sums[lot.listing] == nil { lines[lot.listing] = line }
    guard sums[lot.listing]?.add(lot) ?? true else { throw error }
    sums[lot.listing] = sums[lot.listing] ?? lot
    let group = Group(listing: lot.listing, since: lot.since)
    guard let place = places[group] else {
      places[group] = holdings.count
      return holdings.append(lot)
    }
    guard holdings[place].add(lot) else { throw error }
  }

  private static func columns(_ heading: CSVReader.Record) throws(InvalidLine) -> [Column?] {
    if let error = heading.error { throw InvalidLine(error) }
    if let name = heading.fields.first(where: { tradeColumns.contains($0.normalizedHeading) }) {
      throw InvalidLine(
        "column \(quoted(name)): trades are not read yet; write one line per lot that is left")
    }
    let columns = heading.fields.map { Column(rawValue: $0.normalizedHeading) }
    for column in Column.allCases where columns.count(where: { $0 == column }) > 1 {
      throw InvalidLine("duplicate column \(column.rawValue)")
    }
    let missing: [Column] = [.symbol, .quantity].filter { !columns.contains($0) }
    guard missing.isEmpty else {
      for (separator, name) in [(";" as Character, "';'"), ("\t", "tabs")]
      where heading.fields.contains(where: { $0.contains(separator) }) {
        throw InvalidLine("delimiter \(name) not supported; use ',' and a decimal point")
      }
      let names = missing.map(\.rawValue).joined(separator: ", ")
      throw InvalidLine(
        "missing \(missing.count == 1 ? "column" : "columns") \(names); expected a header such as "
          + example)
    }
    return columns
  }

  private static func ignored(_ heading: CSVReader.Record) -> [String] {
    heading.fields.filter { field in
      let name = field.normalizedHeading
      return !name.isEmpty && Column(rawValue: name) == nil && !silentColumns.contains(name)
    }
  }

  private static func values(
    of record: CSVReader.Record, _ columns: [Column?]
  ) throws(InvalidLine) -> [Column: String] {
    if let error = record.error { throw InvalidLine(error) }
    guard record.fields.count <= columns.count else {
      throw InvalidLine(
        "\(record.fields.count) fields, but \(columns.count) in the heading; use a decimal point")
    }
    return zip(columns, record.fields).reduce(into: [:]) { values, field in
      if let column = field.0, !field.1.isEmpty { values[column] = field.1 }
    }
  }

  private func lot(
    _ values: [Column: String], _ defaultExchange: ExchangeID, _ exchanges: [any Exchange]
  ) throws(InvalidLine) -> Holding {
    guard let typed = values[.symbol] else { throw InvalidLine("missing symbol") }
    let parts = typed.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let symbol = parts.last.map(String.init) ?? ""
    let pair = Pair(symbol)
    let isCurrency = !pair.symbol.contains("-")
    guard !symbol.isEmpty, symbol.allSatisfy({ !$0.isWhitespace && $0.isShown }),
      pair.quote != nil || isCurrency
    else {
      throw InvalidLine(
        "invalid symbol \(Self.quoted(typed)); expected a pair (BTC-USD) or a currency (EUR)")
    }
    guard let quantity = try number(.quantity, values) else {
      throw InvalidLine("missing quantity")
    }
    let unitCost = try number(.unitCost, values)
    if let unitCost, unitCost < 0 {
      throw InvalidLine("negative \(subject(.unitCost, values))")
    }
    let prefix = parts.count == 2 ? String(parts[0]) : nil
    let names = [values[.exchange], prefix].compactMap { $0?.lowercased() }
    for name in names
    where name != Currency.cashWord && !exchanges.contains(where: { $0.id.rawValue == name }) {
      throw InvalidLine(exchanges.sentence(onUnknown: name))
    }
    guard Set(names).count < 2 else {
      throw InvalidLine(
        "conflicting exchanges \(names[1]) (symbol) and \(names[0]) (column exchange)")
    }
    let exchange = names.first.map(ExchangeID.init(rawValue:)) ?? defaultExchange
    let since = try Self.date(values)
    if names.contains(Currency.cashWord) {
      guard isCurrency, let money = Currency.cash(pair.symbol) else {
        throw InvalidLine("invalid symbol \(Self.quoted(symbol)); exchange cash is for money (EUR)")
      }
      return Holding(quantity, of: money.code, since: since)
    }
    guard isCurrency else {
      return Holding(
        exchange: exchange, pair: pair, quantity: quantity, unitCost: unitCost, since: since)
    }
    let codes = exchanges.first { $0.id == exchange }?.info.codes
    let coin = codes?.everydayCoin(typed: pair) ?? pair
    if coin == pair, let meant = Currency(named: symbol)?.code ?? Pair.correction(of: symbol) {
      throw InvalidLine("invalid symbol \(Self.quoted(symbol)); did you mean \(meant)?")
    }
    let isCash = Currency(coin.symbol).isOfficial
    return isCash
      ? Holding(quantity, of: coin.symbol, since: since)
      : Holding(
        quantity, of: coin.symbol, exchange: exchange, unitCost: unitCost, since: since)
  }

  /// 00:00 UTC of the date of a lot; `nil` if the lot has no date.
  private static func date(_ values: [Column: String]) throws(InvalidLine) -> Date? {
    guard let text = values[.date] else { return nil }
    if let date = Date(day: text) { return date }
    throw InvalidLine("invalid date \(quoted(text)); expected 2026-11-20")
  }

  private func number(
    _ column: Column, _ values: [Column: String]
  ) throws(InvalidLine) -> Decimal? {
    guard let text = values[column] else { return nil }
    if let number = Decimal(exact: text) { return number }
    let subject = subject(column, values)
    if text.wholeMatch(of: /-?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil {
      throw InvalidLine("\(subject) exceeds 38 digits")
    }
    let hint = text.contains(",") ? "; use a decimal point and no thousands separator" : ""
    throw InvalidLine("\(subject) is not a number\(hint)")
  }

  private func subject(_ column: Column, _ values: [Column: String]) -> String {
    let value = hidesAmounts ? nil : values[column]
    return column.rawValue + (value.map { " \(Self.quoted($0))" } ?? "")
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.count > 40 ? text.prefix(40) + "…" : text[...])'"
  }
}

extension String {
  fileprivate var normalizedHeading: String { lowercased().replacing(/[ -]/, with: "_") }
}

extension CSVReader.Record {
  /// Whether all fields are empty, as in the empty lines that a spreadsheet exports.
  fileprivate var isBlank: Bool { error == nil && fields.allSatisfy(\.isEmpty) }
}

extension Character {
  fileprivate var isShown: Bool {
    unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
  }
}
