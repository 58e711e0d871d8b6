/// A market, as in `BTC-USD`: the traded currency (the base), and the currency of its prices (the quote).
/// A pair can also stand for a single currency: then its symbol is the code.
public struct Pair: Hashable, Sendable {
  /// The base and the quote, as in `BTC-USD`; if the pair stands for a single currency, its code.
  public let symbol: String
  /// The traded currency; `nil` if the pair stands for a single currency.
  public let base: String?
  /// The currency of the prices; `nil` if the pair stands for a single currency.
  public let quote: String?

  /// Creates the pair of an exact symbol, which is split at its last dash, and not changed. A symbol that
  /// does not have the form `BASE-QUOTE` stands for a single currency. In contrast, ``init(_:)`` parses a
  /// symbol that people type.
  public init(symbol: String) {
    self.symbol = symbol
    // Nearly all symbols are ASCII. Bytes are searched faster than characters.
    let isASCII = symbol.utf8.allSatisfy { $0 < 0x80 }
    let found = isASCII ? symbol.utf8.lastIndex(of: UInt8(ascii: "-")) : symbol.lastIndex(of: "-")
    guard let dash = found, dash != symbol.startIndex,
      symbol.utf8.index(after: dash) != symbol.endIndex
    else {
      (base, quote) = (nil, nil)
      return
    }
    base = String(symbol[..<dash])
    quote = String(symbol[symbol.utf8.index(after: dash)...])
  }

  /// Creates the pair of two currencies.
  public init(base: String, quote: String) {
    symbol = "\(base)-\(quote)"
    self.base = base
    self.quote = quote
  }
}

extension Pair {
  /// Base and quote without a separator, as in `BTCUSDT`; `nil` for a single currency.
  var joined: String? { base.flatMap { base in quote.map { base + $0 } } }

  /// Returns the pair with new codes of its currencies. `codes` has the new codes by the old codes.
  func renamed(_ codes: [String: String]) -> Pair {
    guard let base, let quote else { return Pair(symbol: codes[symbol] ?? symbol) }
    return Pair(base: codes[base] ?? base, quote: codes[quote] ?? quote)
  }

  var baseName: String? { base.flatMap { Currency($0).name } }
}

extension Pair: Comparable, CustomStringConvertible {
  public var description: String { symbol }

  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  public static func < (lhs: Pair, rhs: Pair) -> Bool { lhs.symbol < rhs.symbol }
}
