import Foundation

/// The names of the pairs of one connection, as messages have them.
struct StreamNames: Sendable {
  /// The different names, in the order of the pairs.
  private(set) var names: [String] = []
  private var pairs: [String: Pair] = [:]
  /// Pairs without a name, which are refused.
  private var refusals: [StreamEvent] = []

  init(_ pairs: [Pair], _ name: (Pair) throws(MarketError) -> String) {
    for pair in pairs {
      do throws(MarketError) {
        let name = try name(pair)
        if self.pairs.updateValue(pair, forKey: name) == nil { names.append(name) }
      } catch {
        refusals.append(.refused(pair, error))
      }
    }
  }

  /// The pair of a name; `nil` if it is not a name of this connection.
  subscript(name: String) -> Pair? { pairs[name] }

  /// The events about pairs without a name, once: they are returned with the first message.
  mutating func takeRefusals() -> [StreamEvent] {
    defer { refusals = [] }
    return refusals
  }
}

extension Data {
  /// Parses the JSON of a message by a function.
  func message<Root: Decodable, Value>(
    _ parse: @escaping (Root) throws -> Value
  ) throws -> Value {
    try JSONDecoder.ofMessages.decode(Parsed<Root, Value>.self, from: self, configuration: parse)
      .value
  }
}

extension JSONDecoder {
  /// One decoder for all messages, because its creation takes long compared with a message.
  fileprivate static let ofMessages = JSONDecoder()
}

extension JSONArray {
  /// The tickers in an array of objects. Rows that cannot be read are skipped if another row can be read.
  func tickers(_ parse: (JSONObject) throws -> TickerUpdate?) throws -> [StreamEvent] {
    let rows = try objects { (row: JSONObject) in try parse(row).map(StreamEvent.ticker) }
    if rows.elements.isEmpty, let error = rows.warnings.malformed { throw error }
    return rows.elements
  }
}

extension JSONMembers {
  /// Returns the price of a key for a ``TickerUpdate``: `nil` if the key is missing; `.some(nil)` for null,
  /// for 0, and if `canBeEmpty` is true, for an empty text.
  func sentPrice(_ key: Key, quoted: Bool = false, canBeEmpty: Bool = false) throws -> Decimal?? {
    try sentNumber(key, quoted: quoted, canBeEmpty: canBeEmpty).map(\.nilIfZero)
  }

  /// Returns the number of a key as ``sentPrice(_:quoted:canBeEmpty:)`` does, but 0 is a number.
  func sentNumber(_ key: Key, quoted: Bool = false, canBeEmpty: Bool = false) throws -> Decimal?? {
    guard members.contains(key) else { return nil }
    return .some(try number(key, quoted: quoted, canBeEmpty: canBeEmpty))
  }
}

extension [String] {
  /// These texts as a JSON array.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // Texts can always be encoded.
    return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
  }

  /// The texts in groups of at most this number.
  func batches(of count: Int) -> [[String]] {
    stride(from: 0, to: self.count, by: count).map {
      Array(self[$0..<Swift.min($0 + count, self.count)])
    }
  }
}

extension Set<Column<Ticker>> {
  /// The columns of the last price and of the statistics of 24 hours.
  static let statistics: Set = [
    Ticker.Columns.last, Ticker.Columns.open, Ticker.Columns.high, Ticker.Columns.low,
    Ticker.Columns.volume,
  ]
  /// The columns of the best bid and the best ask.
  static let quotes: Set = [Ticker.Columns.bid, Ticker.Columns.ask]
  static let statisticsAndQuotes = statistics.union(quotes)
}
