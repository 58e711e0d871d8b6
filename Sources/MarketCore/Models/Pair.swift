import Foundation

/// A market: the traded currency (the base) and the currency of its prices (the quote), as in `BTC-USD`.
public struct Pair: Hashable, Sendable {
  public let symbol: String
  /// The traded currency; `nil` if the symbol does not have the form `BASE-QUOTE`.
  public let base: String?
  /// The currency of the prices; `nil` if the symbol does not have the form `BASE-QUOTE`.
  public let quote: String?

  /// Creates the pair of an exact symbol. The symbol is split at its last dash, and not changed.
  /// ``init(_:)`` parses a symbol that people type. A symbol without a dash has no base and no quote. In
  /// holdings, such a symbol is a currency.
  public init(symbol: String) {
    self.symbol = symbol
    // Nearly all symbols are ASCII. Their bytes are searched, because each character is one byte.
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
  /// Base and quote without a separator, as in `BTCUSDT`; `nil` if the pair has no base and no quote.
  var joined: String? { base.flatMap { base in quote.map { base + $0 } } }

  /// Returns the pair with other codes of its currencies. A symbol without a dash is a single code.
  func renamed(_ codes: [String: String]) -> Pair {
    guard let base, let quote else { return Pair(symbol: codes[symbol] ?? symbol) }
    return Pair(base: codes[base] ?? base, quote: codes[quote] ?? quote)
  }

  /// The name of the base currency in the built-in table; `nil` if the table does not have it.
  var baseName: String? { base.flatMap { Currency($0).name } }
}

extension Pair: Comparable, CustomStringConvertible {
  public var description: String { symbol }

  /// Hashes the symbol, which contains base and quote.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// Compares the symbols.
  public static func < (lhs: Pair, rhs: Pair) -> Bool { lhs.symbol < rhs.symbol }
}

/// A pair on an exchange.
public struct Listing: Hashable, Sendable {
  /// The exchange; `nil` for a currency, which belongs to no exchange.
  public let exchange: ExchangeID?
  public let pair: Pair

  /// Creates a listing.
  public init(exchange: ExchangeID?, pair: Pair) {
    self.exchange = exchange
    self.pair = pair
  }
}
