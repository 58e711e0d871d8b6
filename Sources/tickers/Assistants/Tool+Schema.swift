import Arguments
import Assistants
import Foundation
import MarketCore
import Reports

extension Tool {
  /// Returns the definition of the tool for the list of tools that a client receives.
  func definition(in revision: Revision) -> JSONText {
    let annotations = JSONText.object(
      ("readOnlyHint", .flag(true)), ("openWorldHint", .flag(hasSource)))
    return .object(
      [("name", .text(name)), ("description", .text(description)), ("inputSchema", inputSchema)]
        + (revision.hasStructure ? [("outputSchema", outputSchema)] : [])
        + (revision.hasAnnotations ? [("annotations", annotations)] : []))
  }

  var inputSchema: JSONText {
    let isOptional = command.operand?.counts.contains(0) ?? true
    let arguments = operands.map { name, isList, help in
      let items: [JSONText.Member] = isList ? [("items", .schema("string"))] : []
      let least: [JSONText.Member] = isList && !isOptional ? [("minItems", .number(1))] : []
      let type: ArgumentType = isList ? .texts : .text
      return (name, JSONText.schema(type, help, items + least))
    }
    let properties = arguments + options.map { ($0.name, schema(of: $0)) }
    let required = isOptional ? [] : operands.map(\.name)
    return .object(
      ("type", "object"), ("properties", .object(properties)), ("required", .array(required)),
      ("additionalProperties", .flag(false)))
  }

  private func schema(of option: Option) -> JSONText {
    let type = option.argumentType
    if option.name == "columns" {
      let item = JSONText.schema("string", "", [("enum", .array(fieldNames()))])
      return .schema(type, "Fields of the rows to return; by default all", [("items", item)])
    }
    let choices: [JSONText.Member] =
      if case .choices(let choices) = option.candidates {
        [("enum", .array(choices))]
      } else {
        type == .texts ? [("items", .schema("string"))] : []
      }
    return .schema(type, option.meaning, choices)
  }

  /// The schema of a result. Most members can be absent, for example after a failure.
  private var outputSchema: JSONText {
    let source: [JSONText.Member] = [
      (Ticker.Columns.exchange.name, .schema(of: .text)), ("source", .schema(of: .text)),
      (Ticker.Columns.asOf.name, .schema(of: .time)),
      ("error", .schema(of: .text, "Why it has not answered")),
    ]
    let origin: [JSONText.Member] = [
      (
        Ticker.Columns.asOf.name,
        .schema(of: .time, "Arrival time of the oldest response, in UTC")
      ),
      ("age_seconds", .schema(of: .number, "Age of the oldest response, in whole seconds")),
      ("source", .schema(of: .text, "Base URL or directory of the responses")),
      ("sources", .rows(source, "Source and time of each exchange, where there are several")),
    ]
    let notices = JSONText.schema(
      "array", "Notices and errors", [("items", .schema("string"))])
    let ending: [JSONText.Member] = [
      ("notices", notices),
      ("status", .schema("string", "Exit status of the command; 0 is success")),
    ]
    return .object(
      ("type", "object"),
      ("properties", .object((hasSource ? origin : []) + members() + ending)),
      ("required", .array(["notices", "status"])), ("additionalProperties", .flag(false)))
  }

  static var rates: JSONText.Member { ("rates", .rows(ConversionRate.columns)) }

  /// The member for the gaps of a history: times, or objects if there are several pairs or exchanges.
  static var gaps: JSONText.Member {
    let columns = [CandleRow.Columns.exchange, CandleRow.Columns.symbol, CandleRow.Columns.time]
    let item = JSONText.schema(
      .array(["string", "object"]), "",
      [("properties", .object(columns.map { ($0.name, .schema(of: .text)) }))])
    return ("gaps", .schema("array", "Starts of ended periods without a candle", [("items", item)]))
  }
}

extension JSONText {
  fileprivate static func schema(
    _ type: ArgumentType, _ meaning: String, _ others: [Member]
  ) -> JSONText {
    schema(type.names.count == 1 ? .text(type.names[0]) : .array(type.names), meaning, others)
  }

  fileprivate static func schema(
    _ type: JSONText, _ meaning: String = "", _ others: [Member] = []
  ) -> JSONText {
    let text = JSONText.text(meaning.replacing(/--([a-z]+)/) { "'\($0.1)'" })
    return .object([("type", type)] + others + (meaning.isEmpty ? [] : [("description", text)]))
  }

  /// Returns the schema of the values of a kind. Numbers are strings, and lists are never unknown.
  fileprivate static func schema(of kind: ColumnKind, _ meaning: String = "") -> JSONText {
    switch kind {
    case .flag: .schema(.array(["boolean", "null"]), meaning)
    case .words: .schema("array", meaning, [("items", .schema("string"))])
    default: .schema(.array(["string", "null"]), meaning)
    }
  }

  static func fields(_ members: [Member], others: JSONText = .flag(false)) -> JSONText {
    .schema("object", "", [("properties", .object(members)), ("additionalProperties", others)])
  }

  static func rows<Row: MarketCore.Row>(_ columns: [Column<Row>]) -> JSONText {
    let others = Row.computed.examples.first.map { JSONText.schema(of: $0.kind) }
    return rows(columns.map(\.schema), others: others ?? .flag(false))
  }

  fileprivate static func rows(
    _ members: [Member], _ meaning: String = "", others: JSONText = .flag(false)
  ) -> JSONText {
    .schema("array", meaning, [("items", fields(members, others: others))])
  }
}

extension Column {
  var schema: JSONText.Member { (name, .schema(of: kind, meaning)) }
}

extension Option {
  /// The help, the forms of the value if there are several, and the default of an option that takes no list.
  fileprivate var meaning: String {
    let form = placeholder.map { $0.contains("|") ? ": \($0)" : "" } ?? ""
    let defaultNote = isList ? nil : defaultText.map { "; default: \($0.prefix { $0 != ";" })" }
    return help + form + (defaultNote ?? "")
  }
}
