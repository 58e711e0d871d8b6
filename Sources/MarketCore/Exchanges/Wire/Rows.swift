/// Give up after this many undecodable rows: to pass over millions takes long.
private let mostWarnings = 1_000

/// The rows of an array that can be decoded, and why the others cannot: one bad row does not hide
/// the rest.
public struct Rows<Element: Decodable>: Decodable {
  /// The rows that were decoded, in the order in which they were sent.
  public private(set) var elements: [Element] = []
  /// Why the other rows were left out.
  public private(set) var warnings: [Warning] = []

  /// Decodes an array.
  ///
  /// - Throws: `DecodingError` when it is no array, or more than 1,000 rows are undecodable.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    elements.reserveCapacity(container.count ?? 0)
    while !container.isAtEnd {
      do {
        elements.append(try container.decode(Element.self))
      } catch let error as DecodingError {
        guard warnings.count < mostWarnings else { throw error }
        warnings.append(Warning(error))
        _ = try container.decode(Anything.self)
      }
    }
  }
}

/// The same of an object whose keys name the rows.
public struct KeyedRows<Element: Decodable>: Decodable {
  /// The rows that were decoded, in the order of their names.
  public private(set) var elements: [(key: String, value: Element)] = []
  /// Why the other rows were left out.
  public private(set) var warnings: [Warning] = []

  /// Decodes an object.
  ///
  /// - Throws: `DecodingError` when it is no object, or more than 1,000 rows are undecodable.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      do {
        elements.append((name.stringValue, try container.decode(Element.self, forKey: name)))
      } catch let error as DecodingError {
        guard warnings.count < mostWarnings else { throw error }
        warnings.append(Warning(error))
      }
    }
  }

  private struct Name: CodingKey {
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

extension Warning {
  /// A row that could not be decoded.
  init(_ error: DecodingError) { self = .rowLeftOut(error.sentence) }
}
