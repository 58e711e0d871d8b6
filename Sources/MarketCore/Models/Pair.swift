import Foundation

/// A market: the traded currency (the base) and the currency of its prices (the quote), as in `BTC-USD`.
public struct Pair: Hashable, Sendable {
  /// The name of the pair, as in `BTC-USD`.
  public let symbol: String
  /// The base currency, the traded one; `nil` when the symbol does not have the form `BASE-QUOTE`.
  public let base: String?
  /// The quote currency, the one of prices; `nil` when the symbol does not have the form `BASE-QUOTE`.
  public let quote: String?

  /// The pair of an exact symbol, split at its last dash: nothing in it is changed. What people type is read by
  /// ``init(_:)``. A symbol without a dash has no base and no quote; as a holding, it is a currency.
  public init(symbol: String) {
    self.symbol = symbol
    // The characters of ASCII, as nearly all symbols are of, are its bytes.
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

  /// The pair of two currencies.
  public init(base: String, quote: String) {
    symbol = "\(base)-\(quote)"
    self.base = base
    self.quote = quote
  }
}

extension Pair {
  /// Base and quote without a separator, as in `BTCUSDT`; `nil` for a pair without them.
  var joined: String? { base.flatMap { base in quote.map { base + $0 } } }

  /// The pair with other codes of its currencies, or of the one that its symbol is.
  func renamed(_ codes: [String: String]) -> Pair {
    guard let base, let quote else { return Pair(symbol: codes[symbol] ?? symbol) }
    return Pair(base: codes[base] ?? base, quote: codes[quote] ?? quote)
  }

  /// The name of the base currency in our own table; `nil` when it has none.
  var baseName: String? { base.flatMap { Currency($0).name } }
}

extension Pair: Comparable, CustomStringConvertible {
  /// The symbol.
  public var description: String { symbol }

  /// By symbol, of which base and quote are parts.
  public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }

  /// By symbol.
  public static func < (lhs: Pair, rhs: Pair) -> Bool { lhs.symbol < rhs.symbol }
}

/// A pair on an exchange.
public struct Listing: Hashable, Sendable {
  /// The exchange; `nil` for a currency, which is of none.
  public let exchange: ExchangeID?
  /// The market.
  public let pair: Pair

  /// A listing of these parts.
  public init(exchange: ExchangeID?, pair: Pair) {
    self.exchange = exchange
    self.pair = pair
  }
}
