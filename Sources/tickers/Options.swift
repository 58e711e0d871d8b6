import Arguments
import Foundation
import MarketCore
import Terminal

/// The options of all commands, each declared once.
enum Options {
  static let filter = ValueOption(
    Option(
      "filter", short: "f", .value(placeholder: "TEXT"),
      help:
        "Keep symbols that contain TEXT, or match a pattern like '*-USD'; commas mean any of them",
      details: ["Given twice, both must match."], repeats: true)
  ) { SymbolFilter($0) }

  static func `where`<F: TableField>(_: F.Type) -> ValueOption<FieldExpression<F>> {
    ValueOption(
      Option(
        "where", short: "w", .value(placeholder: "EXPR"),
        help: "Keep rows for which an expression holds, as in 'percent > 5'", repeats: true),
      parse: expression)
  }

  static func until<F: Field>(_: F.Type) -> ValueOption<FieldExpression<F>> {
    ValueOption(
      Option(
        "until", short: "u", .value(placeholder: "EXPR"),
        help: "Stop after the first poll in which an expression holds",
        details: ["The exit status is then 0; it is 1 when the polls end before."]),
      parse: expression)
  }

  static func sort<F: TableField>(_: F.Type) -> ValueOption<RowOrder<F>> {
    let fields = F.allCases.map(\.rawValue)
    return ValueOption(
      Option(
        "sort", short: "s",
        .value(
          placeholder: "FIELD[:asc|:desc]",
          candidates: .words(fields + fields.map { "\($0):desc" })),
        help: "Sort by a field; pairs whose value is unknown come last either way",
        defaultText: "symbol")
    ) { text throws(InvalidValue) in
      guard let order = RowOrder<F>(text) else {
        throw InvalidValue.expected("a field (\(F.names)), with :asc or :desc if you like")
      }
      return order
    }
  }

  static func columns<F: TableField>(_: F.Type) -> ValueOption<ColumnChoice<F>> {
    ValueOption(
      Option(
        "columns", short: "c",
        .value(placeholder: "A,B,...", candidates: .list(F.allCases.map(\.rawValue) + ["help"])),
        help: "Show these fields, in this order; help lists them")
    ) { text throws(InvalidValue) in
      if text == "help" { return .help }
      let names = text.split(separator: ",", omittingEmptySubsequences: false)
      let known = names.compactMap {
        F(rawValue: $0.trimmingCharacters(in: .whitespaces).lowercased())
      }
      guard known.count == names.count else {
        throw InvalidValue.expected("a list of fields (\(F.names))")
      }
      return .fields(known)
    }
  }

  static func format(_ formats: [Format]) -> ValueOption<Format> {
    choice(
      "format", short: "o", placeholder: "F", among: formats,
      help: "\(formats.map(\.rawValue).joined(separator: ", "))", defaultText: "table")
  }

  static func template<F: TableField>(_: F.Type) -> ValueOption<Template<F>> {
    ValueOption(
      Option(
        "template", short: "t", .value(placeholder: "TEXT"),
        help: "Print a line a row, as in '{symbol} {last} {percent}'",
        details: [
          "{last:raw} is the exact value. {{, }}, \\n, \\t and \\\\ stand for {, }, "
            + "a new line, a tab and a backslash."
        ])
    ) { text throws(InvalidValue) in try Template(text) }
  }

  static let noHeader = Option("no-header", help: "No heading line (table, tsv, csv)")
  static let changes = Option(
    "changes", help: "After the first poll, show only the rows that changed")

  static let limit = ValueOption(
    Option(
      "limit", short: "n", .value(placeholder: "N"), help: "Show the first N rows after sorting"),
    parse: positiveInteger)

  static let depth = ValueOption<Int?>(
    Option(
      "depth", short: "d", .value(placeholder: "N|all", candidates: .words(["all"])),
      help: "Levels a side", defaultText: "10; all with --chart")
  ) { text throws(InvalidValue) in
    if text.lowercased() == "all" { return nil }
    guard let depth = try? positiveInteger(text) else {
      throw InvalidValue.expected("a whole number above 0, or all")
    }
    return depth
  }

  static let group = ValueOption(
    Option(
      "group", short: "g", .value(placeholder: "PRICE"),
      help: "Add levels up into price steps of this size (bids down, asks up)")
  ) { text throws(InvalidValue) in
    guard let step = Decimal(exact: text), step > 0 else {
      throw InvalidValue.expected("a price above 0")
    }
    return step
  }

  static let orders = Option("orders", help: "Single orders with their ids, instead of levels")

  /// What the quantity or amount means depends on the pair: see ``order(_:of:)``.
  static let buy = ValueOption(
    Option(
      "buy", .value(placeholder: "QTY"), help: "Tell what a market order to buy QTY would cost",
      details: ["An amount in the quote currency, as in 1000USD, spends that much instead."])
  ) { $0 }
  static let sell = ValueOption(
    Option(
      "sell", .value(placeholder: "QTY"), help: "Tell what a market order to sell QTY would bring",
      details: ["An amount in the quote currency, as in 1000USD, raises that much instead."])
  ) { $0 }

  /// The market order that `--buy` or `--sell` asks about.
  static func order(_ invocation: Invocation, of pair: Pair) throws(UsageError) -> MarketOrder? {
    let (buy, sell) = (try invocation.value(of: buy), try invocation.value(of: sell))
    guard let text = buy ?? sell else { return nil }
    guard buy == nil || sell == nil else {
      throw UsageError("--buy and --sell are two questions: ask one at a time")
    }
    if let order = MarketOrder(buy == nil ? .sell : .buy, text, of: pair) { return order }
    let invalid = InvalidValue.expected(
      pair.quote == nil
        ? "a quantity above 0"
        : "a quantity of \(pair.base ?? "") above 0, as in 2, or an amount of "
          + "\(pair.quote ?? ""), as in 1000\(pair.quote ?? "")")
    throw UsageError(lines: invalid.lines(about: text, of: buy == nil ? "--sell" : "--buy"))
  }

  static let chart = Option("chart", help: "Draw the cumulative depth instead of the ladder")

  static let interval = ValueOption(
    Option(
      "interval", short: "i", .value(placeholder: "SECONDS"), help: "Time from poll to poll",
      details: ["Less than 1 is for --replay and a --url on this machine only."],
      defaultText: "10")
  ) { text throws(InvalidValue) in try duration(text, upTo: 86_400) }

  static let once = Option(
    "once", short: "1", .shorthand(for: ["--count", "1"]), help: "Stop after one poll")

  static let count = ValueOption(
    Option("count", .value(placeholder: "N"), help: "Stop after N polls, answered or not"),
    parse: positiveInteger)

  static let timeout = ValueOption(
    Option(
      "timeout", .value(placeholder: "SECONDS"), help: "The deadline for a whole request",
      defaultText: "10")
  ) { text throws(InvalidValue) in try duration(text, upTo: 3_600) }

  static let url = ValueOption(
    Option(
      "url", .value(placeholder: "URL"), help: "Base URL of the exchange, or of one like it",
      defaultText: "TICKERS_URL, else the exchange"),
    parse: baseURL)

  static let replay = directory("replay", help: "Read recorded answers instead of the network")
  static let record = directory(
    "record", help: "Keep each answer in a new directory, to be replayed")

  static let color = choice(
    "color", placeholder: "WHEN", among: ColorChoice.allCases, help: "auto, always or never",
    defaultText: "auto")

  static let plain = Option(
    "plain", help: "Append text on a terminal too, as in a pipe, instead of redrawing")
  static let quiet = Option("quiet", short: "q", help: "No notices, only errors")
  static let verbose = Option(
    "verbose", short: "v", help: "Tell of every request, with its time, status and size")

  /// Those that choose and arrange the rows of a list.
  static func rows<F: TableField>(of _: F.Type) -> [Option] {
    [
      filter.option, `where`(F.self).option, sort(F.self).option, limit.option,
      columns(F.self).option, noHeader,
    ]
  }

  /// What the options of ``rows(of:)`` and `--changes` ask for.
  static func query<F: TableField>(_ invocation: Invocation) throws(UsageError) -> ListQuery<F> {
    ListQuery(
      filters: try invocation.values(of: filter),
      conditions: try invocation.values(of: `where`(F.self)),
      sort: try invocation.value(of: sort(F.self)) ?? F(rawValue: "symbol").map { RowOrder($0) },
      limit: try invocation.value(of: limit), onlyChanges: invocation.has(changes))
  }

  /// Those that every command takes.
  static let common = [
    timeout.option, url.option, replay.option, record.option, color.option, quiet, verbose,
  ]
  /// Those of commands that poll.
  static let polling = [interval.option, once, count.option, plain]
}

extension Options {
  /// What `--columns` asks for.
  enum ColumnChoice<F: TableField>: Sendable {
    /// To list the fields.
    case help
    case fields([F])
  }

  /// When a table has colours.
  enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  /// A base URL: http or https, with a host, without a user and nothing behind the path.
  @Sendable static func baseURL(_ text: String) throws(InvalidValue) -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
      url.host()?.isEmpty == false, url.user() == nil, url.query() == nil, url.fragment() == nil
    else { throw InvalidValue.expected("a URL like \(Exchanges.standard.url)") }
    // Foundation on Linux refuses such addresses itself, in worse words.
    guard url.host()?.contains(":") == false else {
      throw InvalidValue.described(["an IPv6 address can't be used, only a name that leads to it"])
    }
    return url
  }

  private static func directory(_ name: String, help: String) -> ValueOption<URL> {
    ValueOption(
      Option(name, .value(placeholder: "DIR", candidates: .directory), help: help)
    ) { text throws(InvalidValue) in
      guard !text.isEmpty else { throw InvalidValue.expected("a directory") }
      return URL(filePath: text, directoryHint: .isDirectory)
    }
  }

  private static func choice<Choice: RawRepresentable<String> & Sendable>(
    _ name: String, short: Character? = nil, placeholder: String, among choices: [Choice],
    help: String, defaultText: String
  ) -> ValueOption<Choice> {
    let words = choices.map(\.rawValue)
    return ValueOption(
      Option(
        name, short: short, .value(placeholder: placeholder, candidates: .words(words)),
        help: help, defaultText: defaultText)
    ) { text throws(InvalidValue) in
      guard let choice = Choice(rawValue: text), words.contains(text) else {
        throw InvalidValue.expected("one of \(words.joined(separator: ", "))")
      }
      return choice
    }
  }

  @Sendable private static func expression<F: Field>(
    _ text: String
  ) throws(InvalidValue) -> FieldExpression<F> {
    do {
      return try FieldExpression(text)
    } catch {
      throw InvalidValue.described([
        "\(error.reason); fields are \(F.names)", "  \(text.withoutControls)",
        "  " + String(repeating: " ", count: String(text.prefix(error.offset)).displayWidth) + "^",
      ])
    }
  }

  @Sendable private static func positiveInteger(_ text: String) throws(InvalidValue) -> Int {
    guard let number = Int(text), number > 0 else {
      throw InvalidValue.expected("a whole number above 0")
    }
    return number
  }

  private static func duration(_ text: String, upTo limit: Int) throws(InvalidValue) -> Duration {
    guard let seconds = Decimal(exact: text), seconds >= Decimal(0.001), seconds <= Decimal(limit)
    else { throw InvalidValue.expected("a number of seconds from 0.001 to \(limit)") }
    return .seconds(NSDecimalNumber(decimal: seconds).doubleValue)
  }
}

extension Operand {
  /// Pairs, which the program itself can list for completions.
  static func symbols(_ arity: Arity) -> Operand {
    Operand(
      "SYMBOL", arity, help: "A pair, in any case: BTC-USD, btc/usd",
      candidates: .output(of: [
        "symbols", "--columns", "symbol", "--format", "tsv", "--no-header", "--quiet",
        "--timeout", "2",
      ]))
  }
}

extension Invocation {
  /// The pairs that the operands name.
  func pairs() throws(UsageError) -> [Pair] {
    try operands.map { text throws(UsageError) in
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw UsageError("an empty text is no pair; a pair is written like BTC-USD")
      }
      return Pair(typed: text)
    }
  }
}
