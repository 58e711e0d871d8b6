extension DecodingError {
  /// Where and what is wrong, as in `[1].symbol is missing`.
  var sentence: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.path(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context):
      "\(Self.path(context.codingPath)) is null"
    case .typeMismatch(let type, let context):
      "\(Self.path(context.codingPath)) is not \(Self.name(of: type))"
    case .dataCorrupted(let context):
      "\(Self.path(context.codingPath)) is \(context.debugDescription)"
    @unknown default:
      "it has an unknown form"
    }
  }

  /// The place in the document, as `jq` writes it but for the dot in front.
  private static func path(_ keys: [any CodingKey]) -> String {
    var path = ""
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path.isEmpty ? "it" : path
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Int.Type, is Int64.Type: "a whole number"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "a \(type)"
    }
  }
}
