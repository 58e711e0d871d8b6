/// A market: what is traded (the base) for what it is paid with (the quote), as in `BTC-USD`.
public struct Pair: Hashable, Sendable {
  /// The exchange's own name of the pair, as it was sent.
  public let symbol: String
  /// What is traded; `nil` when the symbol does not have the form `BASE-QUOTE`.
  public let base: String?
  /// What prices are in; `nil` when the symbol does not have the form `BASE-QUOTE`.
  public let quote: String?

  /// The pair that the exchange calls `symbol`. A symbol without a dash is kept as it is.
  public init(symbol: String) {
    self.symbol = symbol
    let dash = symbol.lastIndex(of: "-")
    let base = dash.map { String(symbol[..<$0]) } ?? ""
    let quote = dash.map { String(symbol[$0...].dropFirst()) } ?? ""
    let isWhole = !base.isEmpty && !quote.isEmpty
    self.base = isWhole ? base : nil
    self.quote = isWhole ? quote : nil
  }

  /// The pair that a person means by `text`: any case, `-`, `/` or `_` between base and quote.
  public init(typed text: String) {
    self.init(symbol: String(text.uppercased().map { "/_".contains($0) ? "-" : $0 }))
  }

  /// Whether the exchange can be asked about this symbol: only then does it become part of a path.
  var isRequestable: Bool {
    base != nil && symbol.utf8.count <= 64
      && symbol.utf8.allSatisfy { character in
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension Pair: Codable {
  /// Decodes the symbol as the exchange sends it, a text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let symbol = try container.decode(String.self)
    guard symbol.contains(where: { !$0.isWhitespace }) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "empty")
    }
    self.init(symbol: symbol)
  }

  /// Encodes the symbol alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(symbol)
  }
}

extension Pair: Comparable, CustomStringConvertible {
  /// The symbol.
  public var description: String { symbol }

  /// By symbol.
  public static func < (left: Pair, right: Pair) -> Bool { left.symbol < right.symbol }
}
