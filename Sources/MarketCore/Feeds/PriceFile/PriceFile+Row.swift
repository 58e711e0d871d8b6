import Foundation

extension PriceFile.Row {
  /// The row of a JSON object, of which only the needed members are read. Without a member `symbol`, the
  /// row is about `pair`.
  init(
    ndjson line: ArraySlice<UInt8>, pair: Pair?, _ decoder: JSONDecoder
  ) throws(InvalidLine) {
    guard let object = try? decoder.decode(JSONObject.self, from: Data(line)) else {
      throw InvalidLine("invalid JSON object")
    }
    func value<Value: Decodable>(_ name: String) throws(InvalidLine) -> Value? {
      do { return try object.optionalValue(JSONKey(stringValue: name)) } catch {
        throw InvalidLine("invalid \(name)")
      }
    }
    func has(_ name: String) -> Bool { object.members.contains(JSONKey(stringValue: name)) }
    let symbolName = CandleRow.Columns.symbol.name
    let symbol: String? = has(symbolName) ? try value(symbolName) : pair?.symbol
    guard let symbol, !symbol.isEmpty else { throw InvalidLine("missing symbol") }
    guard let name = PriceTable.timeNames.first(where: has), let text: String = try value(name)
    else { throw InvalidLine("missing time") }
    guard let time = Date(rfc3339: text) else { throw .invalid("time", text) }
    let exchange: String? = try value(CandleRow.Columns.exchange.name)
    let currency: String? = try value(Ticker.Columns.quote.name)
    self.init(
      exchange: exchange?.nilIfEmpty, symbol: symbol, time: time, currency: currency?.nilIfEmpty,
      isComplete: try value(CandleRow.Columns.complete.name) ?? true)
  }

  /// The row of a price directive of Ledger or hledger; `nil` for a comment or a blank line.
  init?(ledger line: ArraySlice<UInt8>) throws(InvalidLine) {
    if line.isBlank || line.isLedgerComment { return nil }
    let words = try line.words
    guard line.starts(with: "P ".utf8), [5, 6].contains(words.count) else {
      throw InvalidLine("expected P DATE TIME NAME PRICE CURRENCY")
    }
    let timeOfDay = words.count == 6 ? words[2] : midnight
    try self.init(words[1], timeOfDay, words.suffix(3))
  }

  /// The row of a price directive of Beancount; `nil` for a comment or a blank line.
  init?(beancount line: ArraySlice<UInt8>) throws(InvalidLine) {
    let words = try line.words
    if words.isEmpty { return nil }
    guard let first = line.first, !first.isBlank, words.count == 5, words[1] == "price" else {
      throw InvalidLine("expected DATE price NAME PRICE CURRENCY")
    }
    try self.init(words[0], midnight, words.suffix(3))
  }

  /// The words in `price` are a name, its price, and the currency of the price.
  private init(
    _ date: String, _ timeOfDay: String, _ price: ArraySlice<String>
  ) throws(InvalidLine) {
    guard let time = Date(rfc3339: "\(date)T\(timeOfDay)Z") else {
      throw .invalid("time", timeOfDay == midnight ? date : "\(date) \(timeOfDay)")
    }
    let parts = Array(price)
    guard !parts[0].isEmpty, !parts[2].isEmpty else { throw InvalidLine("missing name") }
    guard parts[1].utf8.contains(where: \.isDigit),
      parts[1].utf8.allSatisfy({ $0.isDigit || "-.,".utf8.contains($0) })
    else { throw .invalid("price", parts[1]) }
    self.init(symbol: "\(parts[0])-\(parts[2])", time: time, currency: parts[2])
  }
}

private let midnight = "00:00:00"

extension ArraySlice<UInt8> {
  var isBlank: Bool { allSatisfy(\.isBlank) }

  var isLedgerComment: Bool { first.map(";#%|*".utf8.contains) ?? false }

  /// The words before a comment. Quotation marks around a word are removed.
  fileprivate var words: [String] {
    get throws(InvalidLine) {
      var words: [String] = []
      var rest = drop(while: \.isBlank)
      while let byte = rest.first, byte != UInt8(ascii: ";") {
        let isQuoted = byte == UInt8(ascii: "\"")
        if isQuoted { rest.removeFirst() }
        let word = rest.prefix { isQuoted ? $0 != UInt8(ascii: "\"") : !$0.isBlank }
        words.append(word.text)
        rest = rest[word.endIndex...]
        if isQuoted, rest.popFirst() == nil { throw InvalidLine("unclosed quote") }
        guard rest.first?.isBlank ?? true else { throw InvalidLine("text after closing quote") }
        rest = rest.drop(while: \.isBlank)
      }
      return words
    }
  }
}
