extension DecodingError {
  /// The place and the fault, as in `[1].symbol is missing`.
  var sentence: String { sentence(below: 0) }

  /// The same, without so many keys at the beginning of the place.
  func sentence(below depth: Int) -> String {
    func place(_ path: [any CodingKey]) -> String { Self.path(path.dropFirst(depth)) }
    func sentence(_ context: Context, _ fault: String) -> String {
      let place = place(context.codingPath)
      return place.isEmpty ? fault : "\(place) \(fault.hasPrefix("has ") ? "" : "is ")\(fault)"
    }
    switch self {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context): return sentence(context, "null")
    case .typeMismatch(let type, let context):
      return sentence(context, "not \(Self.name(of: type))")
    case .dataCorrupted(let context): return sentence(context, context.debugDescription)
    @unknown default: return "unknown format"
    }
  }

  /// The place in the document, as `jq` writes it but for the dot in front; empty for all of it.
  private static func path(_ keys: some Sequence<any CodingKey>) -> String {
    var path = ""
    for key in keys {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path
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
