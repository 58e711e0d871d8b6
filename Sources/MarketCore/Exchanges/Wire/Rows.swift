/// The most invalid rows to skip: skipping millions takes long.
private let mostWarnings = 1_000

/// A row whose name can be read even if the row cannot: warnings then have it.
public protocol NamedRow: Decodable {
  /// The name of a row, as in `BTC-USD`.
  static func name(from decoder: any Decoder) throws -> String
}

/// The rows of an array that can be decoded, and why the others cannot: one bad row does not hide
/// the rest.
public struct Rows<Element: Decodable>: Decodable {
  /// The rows that were decoded, in the order in which they were sent.
  public private(set) var elements: [Element] = []
  /// The reasons of rows that were left out.
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
      } catch {
        guard warnings.count < mostWarnings else { throw error }
        let depth = decoder.codingPath.count
        let index = container.currentIndex
        let name = try container.decode(RowName<Element>.self).name
        warnings.append(Warning(error, row: name, place: "[\(index)]", depth: depth))
      }
    }
  }
}

/// The same of an object whose keys name the rows.
public struct KeyedRows<Element: Decodable>: Decodable {
  /// The rows that were decoded, in the order of their names.
  public private(set) var elements: [(key: String, value: Element)] = []
  /// The reasons of rows that were left out.
  public private(set) var warnings: [Warning] = []

  /// Decodes an object.
  ///
  /// - Throws: `DecodingError` when it is no object, or more than 1,000 rows are undecodable.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    let depth = decoder.codingPath.count
    for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      do {
        elements.append((name.stringValue, try container.decode(Element.self, forKey: name)))
      } catch {
        guard warnings.count < mostWarnings else { throw error }
        warnings.append(Warning(error, row: name.stringValue, place: "", depth: depth))
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

extension UnkeyedDecodingContainer {
  /// Passes over elements, whatever they are, to the end of the array at most.
  ///
  /// - Parameter count: how many.
  mutating func skip(_ count: Int = 1) throws {
    for _ in 0..<count where !isAtEnd { _ = try decode(Anything.self) }
  }
}

/// Any value at all, passed over.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}

/// The name of a row that is passed over; any value at all can be decoded as this.
private struct RowName<Row: Decodable>: Decodable {
  let name: String?

  init(from decoder: any Decoder) {
    name = try? (Row.self as? any NamedRow.Type)?.name(from: decoder)
  }
}

extension Warning {
  /// A row that could not be decoded.
  ///
  /// - Parameters:
  ///   - row: the name of the row, if it has one; else its place tells it.
  ///   - depth: how many keys lead to the rows.
  fileprivate init(_ error: any Error, row: String?, place: String, depth: Int) {
    let sentence: String
    if let error = error as? DecodingError {
      sentence = row.map { "\($0): \(error.sentence(below: depth + 1))" } ?? error.sentence
    } else {
      // An error of Foundation's own, which knows no place.
      sentence = "\(row ?? place): unreadable number or text"
    }
    self = .rowLeftOut(sentence)
  }
}
