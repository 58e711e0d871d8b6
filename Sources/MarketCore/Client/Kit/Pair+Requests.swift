extension [Pair]? {
  /// The requested pair, if there is only one.
  var single: Pair? { self?.count == 1 ? self?.first : nil }

  /// At most 100 pairs, whose names fit into a URL; `nil`, for all pairs, if there are more.
  var few: [Pair]? { flatMap { $0.count > 100 ? nil : $0 } }
}

extension Pair {
  /// Whether the symbol can be part of the path of a URL.
  var isRequestable: Bool {
    base != nil && symbol.utf8.count <= 64 && symbol.consists(of: "A"..."Z", "0"..."9", "-"..."-")
  }

  /// The pair of a name such as `BTC/USD`, whose codes are replaced by `codes`; `nil` if it has another
  /// form.
  init?(name: String, codes: [String: String] = [:]) {
    let parts = name.uppercased().split(separator: "/", omittingEmptySubsequences: false)
      .map { codes[String($0)] ?? String($0) }
    guard parts.count == 2, parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    self.init(base: parts[0], quote: parts[1])
  }

  /// Whether both currencies are among these codes.
  func consists(of codes: Set<String>) -> Bool {
    base.map(codes.contains) == true && quote.map(codes.contains) == true
  }

  /// The symbol for the path of a URL.
  func requestableSymbol() throws(MarketError) -> String {
    guard isRequestable else { throw .notRequestable(self) }
    return symbol
  }
}

extension String {
  /// Whether every character is within at least one of these ranges.
  func consists(of ranges: ClosedRange<Unicode.Scalar>...) -> Bool {
    unicodeScalars.allSatisfy { scalar in ranges.contains { $0.contains(scalar) } }
  }
}
