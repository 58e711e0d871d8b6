import Foundation
import MarketCore
import Terminal

/// Any JSON value. Numbers have up to 38 digits.
enum JSON: Sendable, Equatable {
  typealias Member = (name: String, value: JSON)

  case null
  case flag(Bool)
  case number(Decimal)
  case text(String)
  case array([JSON])
  case object(Object)
  /// A value as it is written.
  case document(String)

  struct Object: Sendable, Equatable {
    let members: [Member]

    /// The value of a name; `nil` without one.
    subscript(name: String) -> JSON? { members.first { $0.name == name }?.value }

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.members.elementsEqual(rhs.members, by: ==)
    }
  }

  static func object(_ members: Member...) -> JSON { .object(Object(members: members)) }
  static func object(_ members: [Member]) -> JSON { .object(Object(members: members)) }
  static func array(_ texts: [String]) -> JSON { .array(texts.map(JSON.text)) }

  var object: Object? { if case .object(let object) = self { object } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The value on one line.
  var document: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): number.plain
    case .text(let text): Self.quoted(text)
    case .document(let document): document
    case .array(let values): "[\(values.map(\.document).joined(separator: ","))]"
    case .object(let object):
      "{"
        + object.members.map { "\(Self.quoted($0.name)):\($0.value.document)" }
        .joined(separator: ",") + "}"
    }
  }

  /// A text as JSON, on one line.
  static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { json, scalar in
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case _ where scalar.isControl:
        let code = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: json.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}

extension JSON: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      // The order of the text is not known.
      let keys = members.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(try keys.map { ($0.stringValue, try members.decode(JSON.self, forKey: $0)) })
      return
    }
    if var values = try? decoder.unkeyedContainer() {
      var array: [JSON] = []
      while !values.isAtEnd { array.append(try values.decode(JSON.self)) }
      self = .array(array)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Decimal.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }
}
