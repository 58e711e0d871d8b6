extension Kraken {
  /// An answer that is no refusal, with its `result`.
  struct WireAnswer<Result: Decodable>: Decodable {
    let result: Result
  }

  /// The result of a request about one pair: an object of one key beside `last`.
  ///
  /// Which of its names the key has is not promised: `/Depth` and `/OHLC` have had `XXBTZUSD` for
  /// `XBTUSD` (docs.kraken.com), and whether they change with `assetVersion=1` is unconfirmed.
  struct OnlyPair<Value: Decodable>: Decodable {
    private let name: String
    private let value: Value

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      let names = container.allKeys.filter { $0.stringValue != "last" }
      guard let name = names.first, names.count == 1 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "not an object with one pair"))
      }
      self.name = name.stringValue
      value = try container.decode(Value.self, forKey: name)
    }

    /// The value, which must not be that of another pair.
    func value(of pair: Pair) throws(MarketError) -> Value {
      guard [pair, nil].contains(Kraken.pair(of: name)) else {
        throw .malformed("unexpected pair \(name)")
      }
      return value
    }

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }
}
