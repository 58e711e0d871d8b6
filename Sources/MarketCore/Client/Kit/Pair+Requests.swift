extension [Pair]? {
  /// The pair, if it is the only one that is requested.
  var single: Pair? { self?.count == 1 ? self?.first : nil }

  /// The pairs, if all of their names fit into a URL, whose length servers limit; else all are requested.
  var few: [Pair]? { flatMap { $0.count > 100 ? nil : $0 } }
}

extension Pair {
  /// Whether the symbol can be part of a path.
  var isRequestable: Bool {
    base != nil && symbol.utf8.count <= 64 && symbol.consists(of: "A"..."Z", "0"..."9", "-"..."-")
  }

  /// The pair of a name, as in `BTC/USD`, in these codes; `nil` when it has another form.
  init?(name: String, codes: [String: String] = [:]) {
    let parts = name.uppercased().split(separator: "/", omittingEmptySubsequences: false)
      .map { codes[String($0)] ?? String($0) }
    guard parts.count == 2, parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    self.init(base: parts[0], quote: parts[1])
  }

  /// Whether its currencies are among these.
  func consists(of codes: Set<String>) -> Bool {
    base.map(codes.contains) == true && quote.map(codes.contains) == true
  }

  /// The symbol for a path.
  func requestableSymbol() throws(MarketError) -> String {
    guard isRequestable else { throw .notRequestable(self) }
    return symbol
  }
}

extension String {
  /// Whether every character is within one of these ranges.
  func consists(of ranges: ClosedRange<Unicode.Scalar>...) -> Bool {
    unicodeScalars.allSatisfy { scalar in ranges.contains { $0.contains(scalar) } }
  }
}
