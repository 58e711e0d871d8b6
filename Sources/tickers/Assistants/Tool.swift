import Arguments
import Foundation
import MarketCore
import Reports

/// A command that an assistant can call as a tool. Its operand and some of its options are the arguments.
struct Tool: Sendable {
  let command: Command
  let description: String
  let fieldNames: @Sendable () -> [String]
  /// The names of the members of the result that have the requested rows.
  let rowNames: [String]
  /// Whether the result has the time and the source of answers.
  let hasSource: Bool
  /// The schemas of the members of the result, except times, sources, notices and the status.
  let members: @Sendable () -> [JSONText.Member]

  var name: String { command.name }

  private init<Row: MarketCore.Row>(
    _ command: Command, of _: Row.Type, _ description: String, rows: String...,
    hasSource: Bool = true,
    members: @escaping @Sendable () -> [JSONText.Member]
  ) {
    (self.command, self.description, rowNames) = (command, description, rows)
    (self.hasSource, self.members) = (hasSource, members)
    fieldNames = { Row.names }
  }

  static let all = [
    Tool(
      ListCommand.declaration, of: Ticker.self,
      "Pairs: last price, 24-hour change, volume, turnover; all pairs of the exchanges without symbols, filter "
        + "and limit. A coin (btc, bitcoin) is all pairs with this base.", rows: "tickers"
    ) { [("tickers", .rows(Ticker.columns)), rates] },
    Tool(
      CoinsCommand.declaration, of: Coin.self,
      "Coins over exchanges: price (the median of their pairs, converted and weighted by turnover), "
        + "24-hour change, turnover.", rows: "coins"
    ) { [("coins", .rows(Coin.columns)), rates] },
    Tool(
      PriceCommand.declaration, of: PastPrice.self,
      "Prices of pairs (BTC-USD; kraken:BTC-USD on Kraken) and coins (BTC: one price over all exchanges), "
        + "now or at a past moment. The fields at and period require the argument at.",
      rows: "tickers"
    ) { [("tickers", .rows(PastPrice.columns)), rates] },
    Tool(
      ConvertCommand.declaration, of: Conversion.self,
      "An amount of one currency in others, at last prices, without fees, now or at a past moment.",
      rows: "conversions"
    ) { [("conversions", .rows(Conversion.columns)), rates] },
    Tool(
      BookCommand.declaration, of: BookRow.self,
      "Order book of a pair, or of one pair of a coin, named in notices; with buy or sell, an estimate of a "
        + "market order; with compare, of that order on each exchange, the best first.",
      rows: "bids", "asks", "compare"
    ) {
      let fill = Fill.columns.map(\.schema) + [("parts", .rows(Fill.Part.columns))]
      return OrderBookViewModel.summaryColumns.map(\.schema) + [
        ("bids", .rows(BookRow.columns)), ("asks", .rows(BookRow.columns)), ("fill", .fields(fill)),
        ("compare", .rows(ComparedFill.columns)),
      ]
    },
    Tool(
      HistoryCommand.declaration, of: CandleRow.self,
      "Price history of pairs, or of one pair per coin, as candles, oldest first. The last candle is not "
        + "complete while its period runs; where \"complete == true\" omits it.", rows: "history"
    ) { [("history", .rows(CandleRow.columns)), gaps, rates] },
    Tool(
      ExchangesCommand.declaration, of: ExchangeInfo.self,
      "Supported exchanges and their features. Makes no network request.", rows: "exchanges",
      hasSource: false
    ) { [("exchanges", .rows(ExchangeInfo.columns))] },
  ]
}

extension Tool {
  /// The names of the options that select and shape data, without files, polling, formats and terminals.
  private static let optionNames: Set<String> = [
    "filter", "where", "sort", "limit", "columns", "in", "depth", "group", "orders", "buy", "sell",
    "compare", "fee", "period", "from", "to", "at", "fill", "with", "exchange",
  ]

  var options: [Option] {
    command.options.filter { Self.optionNames.contains($0.name) }
  }

  /// The arguments for the operands: `symbol`, `symbols` or `coins`, or the parts of an operand in order.
  var operands: [(name: String, isList: Bool, help: String)] {
    let parts = command.operand?.parts ?? []
    return parts.enumerated().map { index, part in
      let isList = command.operand?.repeats == true && index == parts.count - 1
      return (part.name.lowercased() + (isList && index == 0 ? "s" : ""), isList, part.help)
    }
  }

  /// Returns the command line for these arguments. The command prints one JSON document at most.
  func words(for arguments: [String: JSONValue]) throws(UsageError) -> [String] {
    let isPolling = command.options.contains { $0.name == "once" }
    var words = [name, "--format=json"] + (isPolling ? ["--once"] : [])
    var texts: [String: [String]] = [:]
    for (name, value) in arguments.sorted(by: { $0.key < $1.key }) where value != .null {
      if let operand = operands.first(where: { $0.name == name }) {
        texts[name] = try self.texts(value, operand.isList ? .texts : .text, of: name)
      } else if let option = options.first(where: { $0.name == name }) {
        words += try self.words(for: option, value)
      } else {
        let names = operands.map(\.name) + options.map(\.name)
        throw UsageError(
          "\(self.name) has no argument '\(name)'; arguments are \(names.joined(separator: ", "))")
      }
    }
    return words + ["--"] + operands.flatMap { texts[$0.name] ?? [] }
  }

  private func words(for option: Option, _ value: JSONValue) throws(UsageError) -> [String] {
    let type = option.argumentType
    if case .flag(let isOn) = value, type == .flag { return isOn ? [option.longSpelling] : [] }
    var values = try texts(value, type, of: option.name)
    if option.isList, !values.isEmpty { values = [values.joined(separator: ",")] }
    // With a value such as `help`, the command would print a list instead of a document.
    if let text = values.first(where: { $0 == option.helpValue }) {
      throw UsageError("\(option.name): '\(text)' is not a value")
    }
    return values.map { "\(option.longSpelling)=\($0)" }
  }

  private func texts(
    _ value: JSONValue, _ type: ArgumentType, of name: String
  ) throws(UsageError) -> [String] {
    switch (type, value) {
    case (.text, .text(let text)), (.number, .text(let text)), (.texts, .text(let text)):
      return [text]
    case (.number, .number(let number)): return [number.plain]
    case (.texts, .array(let values)):
      return try values.map { value throws(UsageError) in try texts(value, .text, of: name) }
        .flatMap(\.self)
    default: throw UsageError("\(name): expected \(type.meaning)")
    }
  }
}

enum ArgumentType {
  case flag, text, number, texts

  /// The types in a JSON schema. A number can be a string, to keep its digits; a list can be one string.
  var names: [String] {
    switch self {
    case .flag: ["boolean"]
    case .text: ["string"]
    case .number: ["string", "number"]
    case .texts: ["string", "array"]
    }
  }

  fileprivate var meaning: String {
    switch self {
    case .flag: "true or false"
    case .text: "a string"
    case .number: "a string or a number"
    case .texts: "a string or an array of strings"
    }
  }
}

extension Option {
  var isList: Bool { if case .list = candidates { true } else { false } }

  var argumentType: ArgumentType {
    if placeholder == nil { return .flag }
    if repeats || isList { return .texts }
    return ["N", "N|all", "PRICE", "QTY"].contains(placeholder) ? .number : .text
  }
}
