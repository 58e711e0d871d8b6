@testable import tickers

/// A validator of the part of JSON Schema that tools use.
struct Schema {
  private static let keywords: Set = [
    "type", "properties", "required", "items", "enum", "minItems", "additionalProperties",
    "description",
  ]

  private let schema: JSONText

  init(_ schema: JSONText) { self.schema = schema }

  /// What is wrong with a value, each with its place; empty if it is valid.
  func errors(in value: JSONText, at place: String = "$") -> [String] {
    guard let keywords = schema.members else { return ["\(place): the schema is not an object"] }
    var errors = keywords.keys.filter { !Self.keywords.contains($0) }.map {
      "\(place): unknown keyword \($0)"
    }
    if let type = schema["type"] {
      let types = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
      if !types.contains(value.type) { errors.append("\(place): \(value.type) is not of \(types)") }
    }
    if let choices = schema["enum"]?.elements, !choices.contains(value) {
      errors.append("\(place): not in the enum")
    }
    if let members = value.members {
      let properties = schema["properties"]?.members ?? [:]
      for name in schema["required"]?.elements.compactMap(\.text) ?? [] where members[name] == nil {
        errors.append("\(place): \(name) is missing")
      }
      for (name, member) in members {
        if let property = properties[name] {
          errors += Schema(property).errors(in: member, at: "\(place).\(name)")
        } else if schema["additionalProperties"] == .flag(false) {
          errors.append("\(place): unknown member \(name)")
        }
      }
    }
    if case .array(let elements) = value {
      if let least = schema["minItems"]?.text.flatMap({ Int($0) }), elements.count < least {
        errors.append("\(place): fewer than \(least) items")
      }
      for (index, element) in elements.enumerated() {
        errors +=
          schema["items"].map { Schema($0).errors(in: element, at: "\(place)[\(index)]") } ?? []
      }
    }
    return errors
  }
}

extension JSONText {
  fileprivate var type: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .number: "number"
    case .flag: "boolean"
    case .null: "null"
    }
  }
}
