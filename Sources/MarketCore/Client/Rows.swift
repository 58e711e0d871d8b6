/// An answer of which more rows can't be understood is no answer: to pass over millions takes long.
private let mostOmissions = 1_000

/// The rows of an answer that can be understood, and why the others can't: one bad row does not
/// hide the rest.
struct Rows<Element: Decodable>: Decodable {
  private(set) var elements: [Element] = []
  private(set) var omissions: [Omission] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    elements.reserveCapacity(container.count ?? 0)
    while !container.isAtEnd {
      do {
        elements.append(try container.decode(Element.self))
      } catch let error as DecodingError {
        guard omissions.count < mostOmissions else { throw error }
        omissions.append(Omission(error))
        _ = try container.decode(Anything.self)
      }
    }
  }
}

/// The instruments in the exchange's object keyed by symbol, in order of the symbols.
struct InstrumentList: Decodable {
  private(set) var elements: [Instrument] = []
  private(set) var omissions: [Omission] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Symbol.self)
    for symbol in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      do {
        elements.append(
          try container.decode(Instrument.self, forKey: symbol).named(symbol.stringValue))
      } catch let error as DecodingError {
        guard omissions.count < mostOmissions else { throw error }
        omissions.append(Omission(error))
      }
    }
  }

  private struct Symbol: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Any value at all, passed over.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
