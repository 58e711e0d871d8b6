/// Pairs that can be asked about.
extension Pair {
  /// Whether an exchange can be asked about this symbol: only then does it become part of a path.
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

  /// The pair, if an exchange can be asked about it.
  func requestable() throws(MarketError) -> Pair {
    guard isRequestable else { throw .notRequestable(self) }
    return self
  }
}
