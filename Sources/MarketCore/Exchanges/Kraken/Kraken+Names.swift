extension Kraken {
  /// The pair that a name stands for, as in `BTC/USD`; `nil` when it has another form.
  ///
  /// With `assetVersion=1` the keys of an answer are in everyday codes. `wsname` is not: it still has
  /// the codes of ISO 4217 for bitcoin and Kraken's own for dogecoin, `XBT` and `XDG` (as answered on
  /// 2026-08-27). Keys of the older form, as in `XXBTZUSD`, cannot be split: `AIOZUSD` is AIOZ/USD.
  static func pair(of name: String) -> Pair? {
    let codes = name.uppercased().split(separator: "/", omittingEmptySubsequences: false)
      .map { everydayCodes[String($0)] ?? String($0) }
    guard codes.count == 2, !codes.contains("") else { return nil }
    return Pair(base: codes[0], quote: codes[1])
  }

  /// By Kraken's own codes of bitcoin and dogecoin, which no other currency has.
  public func everydayName(of pair: Pair, in scope: RequestScope) async -> Pair {
    pair.renamed(Self.everydayCodes)
  }

  private static let everydayCodes = ["XBT": "BTC", "XDG": "DOGE"]

  /// The name of a pair in a request: `BTC/USD`, which Kraken took without `assetVersion=1`, too
  /// (as answered on 2026-07-27).
  ///
  /// - Throws: ``MarketError/notRequestable(_:)`` for a list, or another venue's book.
  static func name(of pair: Pair) throws(MarketError) -> String {
    guard let base = pair.base, let quote = pair.quote, pair.symbol.utf8.count <= 64,
      !pair.symbol.contains(where: { ",/:".contains($0) || $0.isWhitespace })
    else { throw .notRequestable(pair) }
    return "\(base)/\(quote)"
  }

  /// The rows of an answer under the pairs that their keys name.
  ///
  /// Left out without a warning are the books of another venue (`BTC/USD:BTNL`, as answered on
  /// 2026-06-24) and dark pools (`XXBTZUSD.d`, listed until 2021).
  static func named<Wire: Nameable, Row>(
    _ rows: KeyedRows<Wire>, _ row: (Pair, Wire) -> Row
  ) -> (rows: [Row], warnings: [Warning]) {
    var (named, warnings) = ([Row](), rows.warnings)
    for (key, wire) in rows.elements where !key.contains(":") && !key.hasSuffix(".d") {
      if let pair = pair(of: key) ?? wire.otherName.flatMap(pair(of:)) {
        named.append(row(pair, wire))
      } else {
        warnings.append(.rowLeftOut("\(key) is not in the form BASE/QUOTE"))
      }
    }
    return (named, warnings)
  }

  /// A row of an answer, which may hold a name beside its key.
  protocol Nameable: Decodable {
    var otherName: String? { get }
  }
}
