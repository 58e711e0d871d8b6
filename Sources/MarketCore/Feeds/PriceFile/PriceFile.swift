package import Foundation

/// Reads earlier output of `history` or `price`, to which new output is appended: the times of each pair,
/// and what both must share, namely the format, columns, period and currency.
///
/// Every line is checked, so that a damaged file is an error and not a file that lacks prices. Candles
/// that are marked as incomplete are then ignored, because their final values are missing.
package struct PriceFile: Sendable {
  package enum Format: String, Sendable {
    case csv, tsv, ndjson, ledger, beancount

    /// Whether a row has a base currency and the currency of its price, but no pair.
    package var isDirective: Bool { self == .ledger || self == .beancount }
  }

  struct Row {
    /// `nil` if the row names no exchange.
    var exchange: String?
    let symbol: String
    let time: Date
    /// The currency of the price; `nil` if the row does not name it.
    var currency: String?
    var isComplete = true
    /// Whether the row has the date of its time only.
    var hasDate = false
  }

  /// The format that was detected; `nil` for a file without rows and heading.
  package let format: Format?
  package var isEmpty: Bool { format == nil }
  /// The names in the heading of csv and tsv; `nil` without a heading.
  package private(set) var columns: [String]?
  /// Whether the last row of csv or tsv has a date instead of a time; `nil` without rows.
  package private(set) var hasDates: Bool?
  private var series: [Listing: Series] = [:]
  private static let mostPeriods = 1_000_000
  /// The name of the file, for notices.
  package var title = "the file"

  /// The names in `columns` are for a csv or tsv file without a heading. Rows without a field `symbol`
  /// are about `pair`; if `pair` is `nil`, they are errors.
  package init(_ bytes: [UInt8], columns: [String], pair: Pair?) throws(PriceFileError) {
    let text = bytes.withoutByteOrderMark
    let lineFeed = UInt8(ascii: "\n")
    let isWhole = text.isEmpty || text.last == lineFeed
    let lines = text.split(separator: lineFeed, omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    format = Self.format(of: lines)
    let decoder = JSONDecoder()
    var table: PriceTable?
    func row(_ line: ArraySlice<UInt8>, of format: Format) throws(InvalidLine) -> Row? {
      if table == nil {
        table = try PriceTable(format, first: line, columns: columns, pair: pair)
      }
      return try table?.row(line)
    }
    for (index, line) in lines.enumerated() {
      do throws(InvalidLine) {
        guard isWhole || index < lines.count - 1 else {
          throw InvalidLine("incomplete last line")
        }
        guard line.isUTF8 else { throw InvalidLine("invalid UTF-8") }
        guard let format, !line.isEmpty else { continue }
        let next: Row?
        switch format {
        case .csv, .tsv: next = try row(line, of: format)
        case .ndjson: next = try Row(ndjson: line, pair: pair, decoder)
        case .ledger: next = try Row(ledger: line)
        case .beancount: next = try Row(beancount: line)
        }
        if let next { add(next) }
      } catch {
        throw PriceFileError(line: index + 1, reason: error.reason)
      }
    }
    self.columns = table?.heading
  }

  private mutating func add(_ row: Row) {
    hasDates = row.hasDate
    guard row.isComplete else { return }
    let exchange = row.exchange.map { ExchangeID(rawValue: $0.lowercased()) }
    let listing = Listing(exchange: exchange, pair: Pair(symbol: row.symbol))
    series[listing, default: Series(row)].add(row)
  }

  /// The pair under which the file has the prices of `pair` in `currency`, by default its quote currency.
  private func name(of pair: Pair, in currency: String?) -> Pair {
    if format?.isDirective == true, let currency, let base = pair.base {
      return Pair(symbol: "\(base)-\(currency)")
    }
    // Pairs of rows are made from symbols. If the quote has a dash, such a pair has another base and quote.
    return Pair(symbol: pair.symbol)
  }

  /// The newest time of a pair, in rows of an exchange and in rows without one; `nil` if the file has no
  /// such row. A price directive counts if it is in `currency`, by default the quote currency of the pair.
  package func newest(_ pair: Pair, in currency: String? = nil, on exchange: ExchangeID) -> Date? {
    series(of: pair, in: currency, on: exchange).map(\.newest).max()
  }

  private func series(of pair: Pair, in currency: String?, on exchange: ExchangeID) -> [Series] {
    let pair = name(of: pair, in: currency)
    return [exchange, nil].compactMap { series[Listing(exchange: $0, pair: pair)] }
  }

  /// The starts of the periods between the oldest and the newest time of a pair, as in
  /// ``newest(_:in:on:)``, in which the file has no row. If all times are whole periods apart, periods begin
  /// at these times; otherwise they begin at multiples of their length. Only the last million periods are
  /// searched.
  package func holes(
    of pair: Pair, in currency: String? = nil, on exchange: ExchangeID, _ period: Period
  ) -> [Date] {
    let times = series(of: pair, in: currency, on: exchange).flatMap(\.times).sorted()
    guard let oldest = times.first, let last = times.last else { return [] }
    let length = Int(period.seconds)
    let isAligned =
      period != .oneMonth && times.allSatisfy { ($0 - oldest).isMultiple(of: length) }
    func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
    let first = max(oldest, last - Self.mostPeriods * length)
    var (rest, holes) = (times[...], [Date]())
    for start in period.starts(
      from: date(first), before: date(last),
      aligned: isAligned ? date(oldest) : period.defaultOrigin)
    {
      let (begin, end) = (
        Int(start.timeIntervalSince1970), Int(period.start(1, after: start).timeIntervalSince1970)
      )
      rest = rest.drop { $0 < begin }
      if let next = rest.first, next >= end { holes.append(start) }
    }
    return holes
  }

  /// The period of the candles of a pair, if the distances of their times show that it is not `period`;
  /// else `nil`. A price directive counts if it is in `currency`, by default the quote currency of the pair.
  package func otherPeriod(
    of pair: Pair, in currency: String? = nil, than period: Period
  ) -> Period? {
    let pair = name(of: pair, in: currency)
    return series.lazy.filter { $0.key.pair == pair }
      .compactMap { $0.value.otherPeriod(than: period) }.first
  }

  /// The currencies of the last prices of a pair on each exchange; in price directives, which name no
  /// pair, the currencies of all prices of its base. Empty if no row names a currency.
  package func currencies(of pair: Pair) -> Set<String> {
    let isDirective = format?.isDirective == true
    return Set(
      series.lazy.filter { listing, _ in
        isDirective ? listing.pair.base == pair.base : listing.pair.symbol == pair.symbol
      }.compactMap(\.value.currency))
  }

  private static func format(of lines: [ArraySlice<UInt8>]) -> Format? {
    // Only `;` and `#` surely begin comments: a table of Markdown begins with `|`, and is not an empty file.
    guard
      let line = lines.first(where: { !$0.isBlank && !$0.isLedgerComment })
        ?? lines.first(where: { !$0.isBlank && !";#".utf8.contains($0[$0.startIndex]) })
    else { return nil }
    if line.starts(with: "{".utf8) { return .ndjson }
    if line.starts(with: "P ".utf8) { return .ledger }
    if line.first?.isDigit ?? false, line.dropFirst(10).starts(with: " price ".utf8) {
      return .beancount
    }
    return line.contains(UInt8(ascii: "\t")) ? .tsv : .csv
  }
}

/// The first invalid line of a ``PriceFile``.
package struct PriceFileError: Error, Hashable {
  package let line: Int
  package let reason: String
}

extension ArraySlice<UInt8> {
  fileprivate var isUTF8: Bool {
    allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
  }
}

extension InvalidLine {
  static func invalid(_ name: String, _ value: String) -> InvalidLine {
    InvalidLine("invalid \(name) '\(value.count > 40 ? value.prefix(40) + "…" : value[...])'")
  }
}
