public import Foundation

/// Reads a holdings file: a heading, and one line per trade, separated by commas, tabs or semicolons.
///
/// The columns `symbol` and `quantity` are required; `side`, `unit_cost` (or `price`), `fee`, `exchange`,
/// `date` and `account` are optional. Other columns are ignored, except that a column `type` with `buy` or
/// `sell` is an error if there is no column `side`.
/// - A symbol is a pair (`BTC-USD`) or a currency (`EUR`, `BTC`), and can begin with an exchange
///   (`kraken:BTC`). The exchange `cash` is for money (`cash:EUR`).
/// - A side is `buy` or `sell`. A quantity below 0 without a side is a sale, too.
/// - The price of one unit and the fee are 0 or more. They are in the quote currency, or have a code
///   (`20000 EUR`, `0.0004 BTC`). The price of a pair must be in its quote currency.
/// - A date is a day (`2026-11-20`), or a time in UTC or with a zone (`2026-11-20 14:05`, or RFC 3339).
///   The trade counts from then on.
/// - With semicolons, decimal commas (`0,5`) are read, too.
///
/// Blank lines and lines that begin with `#` are ignored.
public struct HoldingsFile: Sendable {
  /// An invalid line of a file. It has no trade.
  public struct LineError: LocalizedError, Hashable, CustomStringConvertible {
    /// The number of the line; the first line is 1.
    public let line: Int
    public let reason: String

    /// The line and the reason, as in `line 3: missing quantity`.
    public var description: String { "line \(line): \(reason)" }
    public var errorDescription: String? { description }
  }

  enum Column: String, CaseIterable {
    case symbol, side, quantity
    case unitCost = "unit_cost"
    case fee, exchange, date, account

    /// The column with this heading, regardless of case, and with spaces and dashes as in `Unit Cost`.
    init?(heading: String) {
      let name = heading.normalizedHeading
      self.init(rawValue: name == "price" ? Self.unitCost.rawValue : name)
    }
  }

  /// Columns that are ignored without a notice.
  private static let silentColumns: Set = ["id", "note", "comment"]
  private static let separators: [Character] = [",", ";", "\t"]

  package static let example = "symbol,quantity,unit_cost,exchange,date"
  package static let columns = Column.allCases.map(\.rawValue).joined(separator: ",")

  /// The trades of the valid lines, in the order of the lines.
  public private(set) var trades: [Trade] = []
  /// The invalid lines. If the heading is invalid or missing, it is the only error.
  public private(set) var errors: [LineError] = []
  /// The ignored columns that notices name, as written in the heading. Columns for notes are not among them.
  public private(set) var ignoredColumns: [String] = []
  /// Whether the file has a column `side`.
  private(set) var hasSides = false
  package private(set) var headingLine = 1
  /// The line number of the first trade of each listing; the first line of the file is 1.
  package private(set) var lines: [Listing: Int] = [:]
  /// The sum of the magnitudes of all quantities of each holding, and of the fees in its currency. It
  /// must not exceed 38 digits.
  private var sums: [Holding: Decimal] = [:]

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - bytes: the content in UTF-8, such as `Data`.
  ///   - account: the account of lines without an account, such as the name of the file; `nil` for no
  ///     account.
  ///   - defaultExchange: the exchange of pairs and coins in lines without an exchange.
  ///   - exchanges: the exchanges that lines may name.
  ///   - hidesAmounts: whether the texts of errors omit quantities, costs and fees.
  public init(
    _ bytes: some Sequence<UInt8>, account: String? = nil, defaultExchange: ExchangeID,
    exchanges: [any Exchange] = Exchanges.all, hidesAmounts: Bool = false
  ) {
    let bytes = Array(bytes)
    // The first separator that makes the first record a heading.
    let candidates = Self.separators.lazy.map { ($0, CSVReader.records(bytes, separator: $0)) }
    let (separator, records) =
      candidates.first { _, records in records.first.map(Self.isHeading) ?? true }
      ?? (",", CSVReader.records(bytes))
    guard let heading = records.first else {
      let reason = "empty file; expected a header such as \(Self.example)"
      errors = [LineError(line: 1, reason: reason)]
      return
    }
    do throws(InvalidLine) {
      let columns = try Self.columns(heading, records.dropFirst())
      (headingLine, ignoredColumns) = (heading.line, Self.ignored(heading))
      hasSides = columns.contains(.side)
      for record in records.dropFirst() where !record.isBlank {
        do throws(InvalidLine) {
          let line = HoldingsLine(
            try Self.values(of: record, columns), hasDecimalCommas: separator == ";",
            hidesAmounts: hidesAmounts)
          try add(line.trade(account, defaultExchange, exchanges), record.line)
        } catch {
          errors.append(LineError(line: record.line, reason: error.reason))
        }
      }
    } catch {
      errors = [LineError(line: heading.line, reason: error.reason)]
    }
  }

  private mutating func add(_ trade: Trade, _ line: Int) throws(InvalidLine) {
    let holding = trade.holding
    var isRounded = false
    let size = trade.quantity.magnitude.adding(trade.feeQuantity, isRounded: &isRounded)
    let sum = size.flatMap { (sums[holding] ?? 0).adding($0, isRounded: &isRounded) }
    guard let sum, !isRounded else {
      throw InvalidLine("total quantity of \(holding.pair) exceeds 38 digits")
    }
    sums[holding] = sum
    lines[holding.listing] = lines[holding.listing] ?? line
    trades.append(trade)
  }

  private static func isHeading(_ record: CSVReader.Record) -> Bool {
    let columns = Set(record.fields.compactMap(Column.init(heading:)))
    return columns.isSuperset(of: [.symbol, .quantity])
  }

  /// The columns of a heading; `nil` for ignored columns. `records` are the records below the heading.
  private static func columns(
    _ heading: CSVReader.Record, _ records: some Sequence<CSVReader.Record>
  ) throws(InvalidLine) -> [Column?] {
    if let error = heading.error { throw InvalidLine(error) }
    let columns = heading.fields.map(Column.init(heading:))
    for column in Column.allCases where columns.count(where: { $0 == column }) > 1 {
      let names = zip(heading.fields, columns).filter { $1 == column }.map(\.0)
      throw InvalidLine(
        "duplicate column \(column.rawValue): \(names.joined(separator: ", ")); rename one to ignore it"
      )
    }
    let missing: [Column] = [.symbol, .quantity].filter { !columns.contains($0) }
    guard missing.isEmpty else {
      let names = missing.map(\.rawValue).joined(separator: ", ")
      throw InvalidLine(
        "missing \(missing.count == 1 ? "column" : "columns") \(names); expected a header such as "
          + example)
    }
    if !columns.contains(.side),
      let type = heading.fields.firstIndex(where: { $0.normalizedHeading == "type" }),
      records.contains(where: { $0.fields.count > type && $0.fields[type].isSide })
    {
      throw InvalidLine(
        "column '\(heading.fields[type])' holds buy and sell; its name must be side")
    }
    return columns
  }

  /// The columns that notices name as ignored.
  private static func ignored(_ heading: CSVReader.Record) -> [String] {
    heading.fields.filter { field in
      let name = field.normalizedHeading
      return !name.isEmpty && Column(heading: field) == nil && !silentColumns.contains(name)
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
}

extension String {
  fileprivate var normalizedHeading: String { lowercased().replacing(/[ -]/, with: "_") }
  fileprivate var isSide: Bool { ["buy", "sell"].contains(lowercased()) }
}

extension CSVReader.Record {
  /// Whether all fields are empty, as in the empty lines that a spreadsheet exports.
  fileprivate var isBlank: Bool { error == nil && fields.allSatisfy(\.isEmpty) }
}
