import Foundation
import MarketCore
import Terminal

extension Report {
  /// The names of the columns that price directives need. Each kind of row has some of them.
  static let directiveColumns =
    [Ticker.Columns.symbol, Ticker.Columns.last, Ticker.Columns.asOf].map(\.name)
    + [PastPrice.Columns.at.name, Coin.Columns.coin.name, Coin.Columns.price.name]
    + [CandleRow.Columns.close, CandleRow.Columns.time, CandleRow.Columns.complete].map(\.name)

  /// Returns price directives for plain-text accounting, at most one line per row. The price of a candle is
  /// its close, at the start of its period. Rows without a valid line are skipped, such as rows without a
  /// price, incomplete candles, and pairs with names that the reader does not accept.
  ///
  /// A line for ledger and hledger is `P 2026-11-20 14:00:00 BTC 27412.35 USD`. A line for versions 2 and 3
  /// of Beancount is `2026-11-20 price BTC 27412.35 USD`.
  func directives(_ format: Format) -> String {
    directiveEntries(format).compactMap { $0.line.map { $0 + "\n" } }.joined()
  }

  /// Returns a notice about the pairs or coins that the reader would not accept; empty if there are none.
  func directiveNotices(_ format: Format) -> [String] {
    var symbols: [String] = []
    for entry in directiveEntries(format) where entry.line == nil && symbols.last != entry.symbol {
      symbols.append(entry.symbol)
    }
    guard !symbols.isEmpty else { return [] }
    let noun = index(of: Coin.Columns.coin) == nil ? Ticker.noun : Coin.noun
    let pairs = symbols.count == 1 ? noun.one : noun.many
    let shown = symbols.prefix(3).joined(separator: ", ")
    let more = symbols.count > 3 ? "; and \(symbols.count - 3) more" : ""
    let reader = format == .ledger ? "Ledger" : "Beancount"
    return ["skipped \(symbols.count) \(pairs) (names not valid in \(reader)): \(shown)\(more)"]
  }

  /// Returns an entry per row with a price to print. `line` is `nil` if the reader would accept no line.
  private func directiveEntries(_ format: Format) -> [(symbol: String, line: String?)] {
    let complete = index(of: CandleRow.Columns.complete)
    guard
      let symbol = index(of: Ticker.Columns.symbol) ?? index(of: Coin.Columns.coin),
      let price = priceIndex,
      let time = index(of: PastPrice.Columns.at) ?? index(of: Ticker.Columns.asOf)
        ?? index(of: CandleRow.Columns.time)
    else { return [] }
    let name = format == .ledger ? Self.ledgerName : Self.beancountName
    return rows.compactMap { row in
      guard let symbol = row[symbol].value.text, let time = row[time].value.text,
        case .number(let number) = row[price].value, !number.isZero,
        complete.map({ row[$0].value }) != .flag(false)
      else { return nil }
      let pair = Pair(symbol: symbol)
      // A coin has no base. The price of a coin in the coin itself is skipped without a notice.
      let currency = row[price].currency ?? pair.quote
      if pair.base == nil, currency == symbol { return nil }
      // Ledger stops reading at a price of a currency in the same currency.
      guard let base = name(pair.base ?? symbol), let quote = currency.flatMap(name), base != quote
      else { return (symbol, nil) }
      let (date, timeOfDay) = (time.prefix(10), time.dropFirst(11).prefix(8))
      return format == .ledger
        ? (symbol, "P \(date) \(timeOfDay) \(base) \(number.plain) \(quote)")
        : (symbol, "\(date) price \(base) \(number.plain) \(quote)")
    }
  }

  /// Returns a currency for ledger and hledger; `nil` if one of them does not accept it. Quotation marks are
  /// required for digits, most punctuation, and keywords of ledger, which are in lower case (`and`, `true`).
  private static func ledgerName(_ currency: String) -> String? {
    let name = currency.controlsReplaced
    // In quotation marks, hledger accepts no semicolon, and ledger reads a backslash as an escape.
    let isWritable = name.unicodeScalars.allSatisfy { !"\";\\".unicodeScalars.contains($0) }
    // Ledger reads these names as units, even in quotation marks, and rejects a file with a name longer than
    // its buffer.
    guard isWritable, !["%", "h", "m", "s"].contains(name), name.utf8.count <= 255 else {
      return nil
    }
    return name.utf8.allSatisfy(capitals.contains) ? name : "\"\(name)\""
  }

  /// Returns a currency for versions 2 and 3 of Beancount, which have no quotation marks; `nil` if not valid.
  private static func beancountName(_ currency: String) -> String? {
    let bytes = Array(currency.utf8)
    func isPlain(_ byte: UInt8) -> Bool { capitals.contains(byte) || digits.contains(byte) }
    guard (2...24).contains(bytes.count), capitals.contains(bytes[0]),
      isPlain(bytes[bytes.count - 1]),
      bytes.allSatisfy({ isPlain($0) || "'._-".utf8.contains($0) }),
      // Keywords of Beancount that have the form of a name.
      !["TRUE", "FALSE", "NULL"].contains(currency)
    else { return nil }
    return currency
  }

  private static let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
