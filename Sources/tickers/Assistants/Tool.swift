import Arguments
import Foundation
import MarketCore

/// A command that an assistant calls as a tool: its declaration says what to pass, its columns what
/// comes back.
struct Tool: Sendable {
  let command: Command
  /// What the summary of the command does not say.
  let note: String
  /// The names of the fields of rows.
  let fieldNames: @Sendable () -> [String]
  /// Whether the result has the time and the source of answers.
  let hasSource: Bool
  /// The members of the result beside those that results share.
  private let members: @Sendable () -> [JSON.Member]

  var name: String { command.name }

  private init<Row: MarketCore.Row>(
    _ command: Command, of _: Row.Type, note: String, hasSource: Bool = true,
    members: @escaping @Sendable () -> [JSON.Member]
  ) {
    (self.command, self.note, self.hasSource, self.members) = (command, note, hasSource, members)
    fieldNames = { Row.columns.map(\.name) }
  }

  static let all = [
    Tool(
      ListCommand.declaration, of: Ticker.self,
      note: "Without filter and limit, the result has every pair of the exchange."
    ) { [("tickers", .rows(Ticker.columns)), rates] },
    Tool(
      CoinsCommand.declaration, of: Coin.self,
      note: "The price of a coin is the median of its pairs, converted and weighted by turnover."
    ) { [("coins", .rows(Coin.columns)), rates] },
    Tool(
      PriceCommand.declaration, of: PastPrice.self,
      note:
        "With its change, volume and other fields; at and period are known with the argument at. A "
        + "symbol without a quote currency is a coin; kraken:BTC-USD is the pair on Kraken."
    ) { [("tickers", .rows(PastPrice.columns)), rates] },
    Tool(
      BookCommand.declaration, of: BookRow.self, note: "Bids and asks begin with the best price."
    ) {
      let fill = Fill.columns.map(\.schema) + [("parts", .rows(Fill.Part.columns))]
      let summary = OrderBookViewModel.columns.filter { $0.name != "as_of" }
      return summary.map(\.schema) + [
        ("bids", .rows(BookRow.columns)), ("asks", .rows(BookRow.columns)), ("fill", .fields(fill)),
      ]
    },
    Tool(
      HistoryCommand.declaration, of: CandleRow.self,
      note: "Candles begin at time; the last one is not complete while its period runs."
    ) { [("history", .rows(CandleRow.columns)), gaps, rates] },
    Tool(
      ExchangesCommand.declaration, of: ExchangeInfo.self, note: "Makes no network request.",
      hasSource: false
    ) { [("exchanges", .rows(ExchangeInfo.columns))] },
  ]

  private static var rates: JSON.Member { ("rates", .rows(ConversionRate.columns)) }
  /// Times; where there are several pairs, objects.
  private static var gaps: JSON.Member {
    let names = ["exchange", "symbol", "time"]
    let item = JSON.object(
      ("type", .array(["string", "object"])),
      ("properties", .object(names.map { ($0, .schema(of: .text)) })))
    return (
      "gaps",
      .object(
        ("type", "array"), ("items", item),
        ("description", "Starts of ended periods without a candle"))
    )
  }
}

// MARK: - Input

extension Tool {
  /// The options that select and shape data; none for files, polling, formats or terminals.
  private static let optionNames: Set<String> = [
    "filter", "where", "sort", "limit", "columns", "in", "depth", "group", "orders", "buy", "sell",
    "period", "from", "to", "at", "fill", "exchange",
  ]

  private var options: [Option] {
    command.options.filter { Self.optionNames.contains($0.name) }
  }

  /// `symbol`, `symbols` or `coins`, and whether it is a list.
  private var operand: (name: String, isList: Bool, declared: Operand)? {
    command.operand.map { operand in
      (operand.name.lowercased() + (operand.repeats ? "s" : ""), operand.repeats, operand)
    }
  }

  /// The JSON schema of the arguments.
  var inputSchema: JSON {
    let operands = operand.map { operand -> JSON.Member in
      let text = JSON.Member("description", .text(operand.declared.help))
      guard operand.isList else { return (operand.name, .object(("type", "string"), text)) }
      let least = JSON.Member("minItems", .number(operand.declared.counts.lowerBound == 0 ? 0 : 1))
      return (operand.name, .object(("type", "array"), ("items", .string), least, text))
    }
    let required = operand.map { $0.declared.counts.contains(0) ? [] : [$0.name] } ?? []
    return .object(
      ("type", "object"),
      (
        "properties",
        .object([operands].compactMap(\.self) + options.map { ($0.name, schema(of: $0)) })
      ),
      ("required", .array(required)), ("additionalProperties", .flag(false)))
  }

  private func schema(of option: Option) -> JSON {
    let text = JSON.Member("description", .text(option.meaning))
    if option.placeholder == nil { return .object(("type", "boolean"), text) }
    if case .choices(let choices) = option.candidates {
      return .object(("type", "string"), ("enum", .array(choices)), text)
    }
    if option.name == "columns" {
      let names = JSON.array(fieldNames())
      return .object(
        ("type", "array"), ("items", .object(("type", "string"), ("enum", names))),
        ("description", "Fields of the rows to return, in this order; by default all"))
    }
    if option.repeats || option.isList {
      return .object(("type", .array(["string", "array"])), ("items", .string), text)
    }
    return .object(("type", .array(["string", "number"])), text)
  }

  /// The command line that arguments stand for, which prints one document.
  func words(for arguments: [String: JSONValue]) throws(UsageError) -> [String] {
    let isPolling = command.options.contains { $0.name == "once" }
    var words = [name, "--format=json"] + (isPolling ? ["--once"] : [])
    var operands: [String] = []
    for (name, value) in arguments.sorted(by: { $0.key < $1.key }) where value != .null {
      if let operand, operand.name == name {
        operands = operand.isList ? try texts(value, of: name) : [try text(value, of: name)]
      } else if let option = options.first(where: { $0.name == name }) {
        words += try self.words(for: option, value)
      } else {
        let names = [operand?.name].compactMap(\.self) + options.map(\.name)
        throw UsageError(
          "\(self.name) has no argument '\(name)'; arguments are \(names.joined(separator: ", "))")
      }
    }
    return words + ["--"] + operands
  }

  private func words(for option: Option, _ value: JSONValue) throws(UsageError) -> [String] {
    guard option.placeholder != nil else {
      guard case .flag(let isOn) = value else { throw expected("true or false", for: option.name) }
      return isOn ? [option.longSpelling] : []
    }
    var values = [String]()
    if option.repeats {
      values = try texts(value, of: option.name)
    } else if option.isList {
      values = [try texts(value, of: option.name).joined(separator: ",")]
    } else {
      values = [try text(value, of: option.name)]
    }
    // Help is for people who type.
    if let text = values.first(where: { $0 == option.helpValue }) {
      throw UsageError("\(option.name): '\(text)' is not a value")
    }
    return values.map { "\(option.longSpelling)=\($0)" }
  }

  /// A text, or a number, as both can be typed.
  private func text(_ value: JSONValue, of name: String) throws(UsageError) -> String {
    switch value {
    case .text(let text): return text
    case .number(let number): return number.plain
    default: throw expected("a string or a number", for: name)
    }
  }

  private func texts(_ value: JSONValue, of name: String) throws(UsageError) -> [String] {
    guard case .array(let values) = value else { return [try text(value, of: name)] }
    return try values.map { value throws(UsageError) in try text(value, of: name) }
  }

  private func expected(_ kind: String, for name: String) -> UsageError {
    UsageError("\(name): expected \(kind)")
  }
}

extension Option {
  /// Whether its value is a list with commas.
  fileprivate var isList: Bool { if case .list = candidates { true } else { false } }

  /// The help with the form of the value and the default outside of a terminal.
  fileprivate var meaning: String {
    let form = placeholder.flatMap { isList || help.contains($0) ? nil : " (\($0))" } ?? ""
    let usual = isList ? nil : defaultText.map { "; default: \($0.prefix { $0 != ";" })" }
    return help + form + (usual ?? "")
  }
}

// MARK: - Description

extension Tool {
  /// The tool as a client lists it.
  var description: JSON {
    .object(
      ("name", .text(name)), ("description", .text("\(command.summary). \(note)")),
      ("inputSchema", inputSchema), ("outputSchema", outputSchema),
      ("annotations", .object(("readOnlyHint", .flag(true)), ("openWorldHint", .flag(hasSource)))))
  }

  /// The JSON schema of results: members are missing where a call has failed, or fields were not asked for.
  private var outputSchema: JSON {
    let origin: [JSON.Member] = [
      ("as_of", .schema(of: .time, "Arrival time of the oldest response, in UTC")),
      ("age_seconds", .schema(of: .number, "Age of the oldest response, in whole seconds")),
      ("source", .schema(of: .text, "Base URL or directory of the responses")),
      (
        "sources",
        .rows(
          [
            ("exchange", .schema(of: .text)), ("source", .schema(of: .text)),
            ("as_of", .schema(of: .time)), ("error", .schema(of: .text, "Why it has not answered")),
          ], "Of several exchanges, the source and time of each")
      ),
    ]
    let ending: [JSON.Member] = [
      (
        "notices",
        .object(
          ("type", "array"), ("items", .string),
          ("description", "Notices and errors, a sentence each"))
      ),
      (
        "status",
        .object(("type", "string"), ("description", "Exit status of the command; 0 is success"))
      ),
    ]
    return .object(
      ("type", "object"),
      ("properties", .object((hasSource ? origin : []) + members() + ending)),
      ("required", .array(["notices", "status"])), ("additionalProperties", .flag(false)))
  }
}

extension JSON {
  fileprivate static let string = JSON.object(("type", "string"))

  /// The schema of values of a kind, unknown ones included; numbers are texts.
  fileprivate static func schema(of kind: ColumnKind, _ meaning: String = "") -> JSON {
    let type: [Member] =
      switch kind {
      case .flag: [("type", .array(["boolean", "null"]))]
      case .words: [("type", "array"), ("items", string)]
      default: [("type", .array(["string", "null"]))]
      }
    // An argument has the name of an option.
    let text = JSON.text(meaning.replacing("--", with: ""))
    return .object(type + (meaning.isEmpty ? [] : [("description", text)]))
  }

  fileprivate static func fields(_ members: [Member]) -> JSON {
    .object(
      ("type", "object"), ("properties", .object(members)), ("additionalProperties", .flag(false)))
  }

  fileprivate static func rows<Row: MarketCore.Row>(_ columns: [Column<Row>]) -> JSON {
    rows(columns.map(\.schema))
  }

  fileprivate static func rows(_ members: [Member], _ meaning: String = "") -> JSON {
    .object(
      [("type", "array"), ("items", fields(members))]
        + (meaning.isEmpty ? [] : [("description", .text(meaning))]))
  }
}

extension Column {
  fileprivate var schema: JSON.Member { (name, .schema(of: kind, meaning)) }
}
