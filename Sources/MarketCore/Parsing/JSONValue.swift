package import Foundation

/// Any JSON value. Numbers of up to 38 digits are exact.
package enum JSONValue: Codable, Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Decimal)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The most common types are tried first, because a failed attempt creates an error, which is slow.
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Decimal.self) {
      self = .number(number)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else if let object = try? container.decode([String: JSONValue].self) {
      self = .object(object)
    } else {
      self = .number(try container.decode(Decimal.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .array(let array): try container.encode(array)
    case .object(let object): try container.encode(object)
    }
  }
}
