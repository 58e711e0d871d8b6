package import Foundation
import MarketCore
import Terminal

/// A JSON value as it is written, on one line: numbers digit for digit, which an encoder would not promise.
package struct JSON: Sendable {
  package typealias Member = (name: String, value: JSON)

  package let text: String

  package init(text: String) { self.text = text }

  package static let null = JSON(text: "null")
  package static func flag(_ flag: Bool) -> JSON { JSON(text: "\(flag)") }
  package static func number(_ number: Decimal) -> JSON { JSON(text: number.plain) }
  package static func array(_ values: [JSON]) -> JSON {
    JSON(text: "[\(values.lazy.map(\.text).joined(separator: ","))]")
  }
  package static func array(_ texts: [String]) -> JSON { array(texts.map(JSON.text)) }
  package static func object(_ members: Member...) -> JSON { object(members) }
  package static func object(_ members: [Member]) -> JSON {
    let texts = members.lazy.map { "\(JSON.text($0.name).text):\($0.value.text)" }
    return JSON(text: "{\(texts.joined(separator: ","))}")
  }

  package static func text(_ text: String) -> JSON {
    let quoted = text.unicodeScalars.reduce(into: "\"") { json, scalar in
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case _ where scalar.isControl:
        for unit in String(scalar).utf16 {
          let code = String(unit, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }
      default: json.unicodeScalars.append(scalar)
      }
    }
    return JSON(text: quoted + "\"")
  }
}

extension JSON: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
