extension [Pair]? {
  var single: Pair? { self?.count == 1 ? self?.first : nil }

  /// The same pairs; `nil`, which means all pairs, for more than 100: the URL might be too long.
  var few: [Pair]? { flatMap { $0.count > 100 ? nil : $0 } }
}

extension Pair {
  /// Whether the pair has a base and a quote, and a symbol of at most 64 characters `A-Z`, `0-9` and `-`.
  var isRequestable: Bool {
    base != nil && symbol.utf8.count <= 64 && symbol.consists(of: "A"..."Z", "0"..."9", "-"..."-")
  }

  /// The pair of a name such as `XBT/USD`, which is split at its last separator, with codes replaced by
  /// `codes`; `nil` for names of another form.
  init?(name: String, separator: Character = "/", codes: [String: String] = [:]) {
    let name = name.uppercased()
    guard let index = name.lastIndex(of: separator) else { return nil }
    let parts = [name[..<index], name[index...].dropFirst()].map { codes[String($0)] ?? String($0) }
    guard !parts[0].contains("/"), parts.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else {
      return nil
    }
    self.init(base: parts[0], quote: parts[1])
  }

  func consists(of codes: Set<String>) -> Bool {
    base.map(codes.contains) == true && quote.map(codes.contains) == true
  }

  /// The symbol, or base and quote with another separator, as in `BTC_USD`, for requests.
  func requestableSymbol(separator: String = "-") throws(MarketError) -> String {
    guard isRequestable, let base, let quote else { throw .notRequestable(self) }
    return base + separator + quote
  }
}

extension String {
  func consists(of ranges: ClosedRange<Unicode.Scalar>...) -> Bool {
    unicodeScalars.allSatisfy { scalar in ranges.contains { $0.contains(scalar) } }
  }
}
