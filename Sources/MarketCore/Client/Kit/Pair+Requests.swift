extension [Pair]? {
  var single: Pair? { self?.count == 1 ? self?.first : nil }

  /// At most 100 pairs, so that their names fit into a URL. More pairs become `nil`, for all pairs.
  var few: [Pair]? { flatMap { $0.count > 100 ? nil : $0 } }
}

extension Pair {
  /// Whether the pair has a base and a quote, and its symbol can be part of the path of a URL.
  var isRequestable: Bool {
    base != nil && symbol.utf8.count <= 64 && symbol.consists(of: "A"..."Z", "0"..."9", "-"..."-")
  }

  /// The pair of a name such as `XBT/USD`, with codes replaced by `codes`; `nil` for names of another form.
  init?(name: String, codes: [String: String] = [:]) {
    let parts = name.uppercased().split(separator: "/", omittingEmptySubsequences: false)
      .map { codes[String($0)] ?? String($0) }
    guard parts.count == 2, parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    self.init(base: parts[0], quote: parts[1])
  }

  func consists(of codes: Set<String>) -> Bool {
    base.map(codes.contains) == true && quote.map(codes.contains) == true
  }

  func requestableSymbol() throws(MarketError) -> String {
    guard isRequestable else { throw .notRequestable(self) }
    return symbol
  }
}

extension String {
  func consists(of ranges: ClosedRange<Unicode.Scalar>...) -> Bool {
    unicodeScalars.allSatisfy { scalar in ranges.contains { $0.contains(scalar) } }
  }
}
