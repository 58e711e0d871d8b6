import Testing

/// JSON whose numbers are kept as they were written.
indirect enum JSONText: Equatable, Sendable {
  case object([String: JSONText])
  case array([JSONText])
  case string(String)
  case number(String)
  case flag(Bool)
  case null

  struct Malformed: Error {}

  /// Reads the whole of a text.
  init(_ text: String) throws {
    var rest = Substring(text).unicodeScalars
    self = try Self.value(&rest)
    guard rest.allSatisfy(\.properties.isWhitespace) else { throw Malformed() }
  }

  subscript(_ name: String) -> JSONText? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The elements of an array, or the values of an object; else nothing.
  var elements: [JSONText] {
    switch self {
    case .array(let elements): elements
    case .object(let members): Array(members.values)
    default: []
    }
  }

  /// A string, or the characters of a number.
  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  /// The members of an object.
  var members: [String: JSONText]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// What an object has, but for nulls.
  var known: [String: String] {
    if case .object(let members) = self { members.compactMapValues(\.text) } else { [:] }
  }

  private typealias Scalars = Substring.UnicodeScalarView

  private static func value(_ rest: inout Scalars) throws -> JSONText {
    switch try next(&rest) {
    case "{":
      var members: [String: JSONText] = [:]
      try list(&rest, end: "}") { rest in
        guard try next(&rest) == "\"" else { throw Malformed() }
        let name = try string(&rest)
        guard try next(&rest) == ":", members[name] == nil else { throw Malformed() }
        members[name] = try value(&rest)
      }
      return .object(members)
    case "[":
      var elements: [JSONText] = []
      try list(&rest, end: "]") { rest in elements.append(try value(&rest)) }
      return .array(elements)
    case "\"": return .string(try string(&rest))
    case "n" where rest.starts(with: "ull".unicodeScalars):
      rest.removeFirst(3)
      return .null
    case "t" where rest.starts(with: "rue".unicodeScalars):
      rest.removeFirst(3)
      return .flag(true)
    case "f" where rest.starts(with: "alse".unicodeScalars):
      rest.removeFirst(4)
      return .flag(false)
    case let first where "-0123456789".unicodeScalars.contains(first):
      let digits = rest.prefix { "+-.0123456789eE".unicodeScalars.contains($0) }
      rest.removeFirst(digits.count)
      return .number("\(first)\(String(digits))")
    default: throw Malformed()
    }
  }

  private static func next(_ rest: inout Scalars) throws -> Unicode.Scalar {
    rest = rest.drop { $0.properties.isWhitespace }
    guard let scalar = rest.popFirst() else { throw Malformed() }
    return scalar
  }

  private static func list(
    _ rest: inout Scalars, end: Unicode.Scalar, element: (inout Scalars) throws -> Void
  ) throws {
    if rest.first(where: { !$0.properties.isWhitespace }) == end {
      return _ = try next(&rest)
    }
    while true {
      try element(&rest)
      switch try next(&rest) {
      case ",": continue
      case end: return
      default: throw Malformed()
      }
    }
  }

  private static func string(_ rest: inout Scalars) throws -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\":
        guard let escape = rest.popFirst() else { throw Malformed() }
        if escape == "u" {
          let digits = String(rest.prefix(4))
          guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
            throw Malformed()
          }
          rest.removeFirst(4)
          text.append(scalar)
        } else if let plain =
          (["n": "\n", "t": "\t", "r": "\r"] as [Unicode.Scalar: Unicode.Scalar])[escape]
        {
          text.append(plain)
        } else {
          text.append(escape)
        }
      case _ where scalar.value < 0x20: throw Malformed()
      default: text.append(scalar)
      }
    }
    throw Malformed()
  }
}
