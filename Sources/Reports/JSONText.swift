package import Foundation
import MarketCore
import Terminal

/// A JSON value as text on one line. Numbers keep all digits, which an encoder does not guarantee.
package struct JSONText: Sendable {
  package typealias Member = (name: String, value: JSONText)

  package let text: String

  package init(text: String) { self.text = text }

  package static let null = JSONText(text: "null")
  package static func flag(_ flag: Bool) -> JSONText { JSONText(text: "\(flag)") }
  package static func number(_ number: Decimal) -> JSONText { JSONText(text: number.plain) }
  package static func array(_ values: [JSONText]) -> JSONText {
    JSONText(text: "[\(values.lazy.map(\.text).joined(separator: ","))]")
  }
  package static func array(_ texts: [String]) -> JSONText { array(texts.map(JSONText.text)) }
  package static func object(_ members: Member...) -> JSONText { object(members) }
  package static func object(_ members: [Member]) -> JSONText {
    let texts = members.lazy.map { "\(JSONText.text($0.name).text):\($0.value.text)" }
    return JSONText(text: "{\(texts.joined(separator: ","))}")
  }

  package static func text(_ text: String) -> JSONText {
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
    return JSONText(text: quoted + "\"")
  }
}

extension JSONText: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
}
