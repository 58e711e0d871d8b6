import Terminal

extension PriceDirectiveRenderer {
  /// `P 2026-11-20 14:00:00 BTC 27412.35 USD`, as ledger and hledger both read it.
  static let ledger = PriceDirectiveRenderer(reader: "Ledger", name: ledgerName) {
    "P \($0.date) \($0.time) \($0.base) \($0.amount) \($0.quote)"
  }

  /// `2026-11-20 price BTC 27412.35 USD`, as versions 2 and 3 of Beancount both read it.
  static let beancount = PriceDirectiveRenderer(reader: "Beancount", name: beancountName) {
    "\($0.date) price \($0.base) \($0.amount) \($0.quote)"
  }

  /// Capital letters stand for themselves; all else needs quotes for one of the programs: digits,
  /// most punctuation, and lower case, in which ledger has words of its own (`and`, `true`).
  @Sendable private static func ledgerName(_ currency: String) -> String? {
    let name = currency.controlsReplaced
    // In quotes hledger takes no semicolon, and ledger takes a backslash for an escape.
    let isWritable = name.unicodeScalars.allSatisfy { !"\";\\".unicodeScalars.contains($0) }
    guard isWritable, !ledgerUnits.contains(name), name.utf8.count <= longestLedgerName else {
      return nil
    }
    return name.utf8.allSatisfy(isCapital) ? name : "\"\(name)\""
  }

  /// The units that ledger has for times and percentages, in quotes too.
  private static let ledgerUnits: Set = ["%", "h", "m", "s"]

  /// The length of ledger's buffer, in bytes; it refuses the whole file for a longer name.
  private static let longestLedgerName = 255

  /// There are no quotes in Beancount. A single letter is a name in version 3 alone, and so are more
  /// than 24 characters.
  @Sendable private static func beancountName(_ currency: String) -> String? {
    let bytes = Array(currency.utf8)
    guard (2...24).contains(bytes.count), let first = bytes.first, let last = bytes.last,
      isCapital(first), isCapital(last) || isDigit(last),
      bytes.allSatisfy({ isCapital($0) || isDigit($0) || "'._-".utf8.contains($0) }),
      !beancountWords.contains(currency)
    else { return nil }
    return currency
  }

  /// The words of Beancount's grammar that have the form of a name.
  private static let beancountWords: Set = ["TRUE", "FALSE", "NULL"]

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
