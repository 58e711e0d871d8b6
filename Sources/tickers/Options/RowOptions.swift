import Arguments
import Foundation
import MarketCore

/// The rows of a list that are shown, and their order.
struct RowOptions<Row: ListRow>: Sendable {
  private static var helpValue: String { "@help" }

  /// - Parameter watchlists: those that there are; `nil` when that is not known yet.
  private static func filter(_ watchlists: Watchlists? = nil) -> ValueOption<SymbolFilter> {
    ValueOption(
      Option(
        "filter", short: "f",
        .value(
          placeholder: "TEXT",
          candidates: .output(of: ["list", "--filter", helpValue])),
        help:
          "Keep pairs that match TEXT: a part of the symbol, a symbol, a pattern like '*-USD', or a "
          + "name (bitcoin)",
        details: [
          "A TEXT with -, /, _, * or ? is a whole symbol; * and ? are wildcards. Any other TEXT is a "
            + "part of the symbol or, from four letters on, the beginning of a word in the name of "
            + "the base currency (bitcoin). Commas separate alternatives. @NAME is a watchlist of the "
            + "options file; @help lists them. If --filter is repeated, all must match."
        ], helpValue: helpValue, repeats: true,
        misplaced: { word, given in
          guard word.last != ":", let symbol = PairArgument.symbol(meantBy: word) else {
            return nil
          }
          return given.map { "\($0),\(symbol)" } ?? symbol
        })
    ) { text throws(InvalidValue) in
      if let pair = prefixedPair(in: text) {
        throw .described([
          "a filter has no exchange; did you mean -e \(pair.exchange) -f \(pair.symbol)?"
        ])
      }
      let filter = SymbolFilter(text, watchlists ?? Watchlists())
      if let watchlists, text != helpValue, let name = filter.unknownWatchlists.first {
        throw .unknownWatchlist(name, watchlists)
      }
      return filter
    }
  }

  /// The first term with the prefix of an exchange, as in `kraken:BTC-USD`.
  private static func prefixedPair(in text: String) -> (exchange: String, symbol: String)? {
    text.split(separator: ",").lazy.compactMap { term in
      let parts = term.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, Exchanges.all.contains(where: { $0.id == parts[0].lowercased() })
      else { return nil }
      return (parts[0].lowercased(), parts[1])
    }.first
  }

  private static var condition: ValueOption<Condition<Row>> {
    let example = Row.column(named: "percent") == nil ? "state == open" : "percent > 5"
    return ValueOption(
      Option(
        "where", short: "w", .value(placeholder: "EXPR"),
        help: "Keep rows for which EXPR is true, e.g. '\(example)'", repeats: true),
      parse: ValueParsers.expression)
  }

  private static var sort: ValueOption<RowOrder<Row>> {
    let names = Row.columns.map(\.name)
    return ValueOption(
      Option(
        "sort", short: "s",
        .value(
          placeholder: "FIELD[:asc|:desc]",
          candidates: .words(names.flatMap { [$0, "\($0):asc", "\($0):desc"] })),
        help: "Sort by a field: numbers descending, others ascending; unknown values sort last",
        details: ["-FIELD is FIELD:desc."],
        defaultText: Row.column(named: "time") == nil ? "symbol" : "time",
        misplaced: { word, given in
          guard let given, RowOrder<Row>(given) != nil else { return nil }
          let order = "\(given):\(word)"
          return RowOrder<Row>(order) == nil ? nil : order
        })
    ) { text throws(InvalidValue) in
      if let order = RowOrder<Row>(text) { return order }
      let name = text.dropFirst(text.hasPrefix("-") ? 1 : 0).prefix { $0 != ":" }.lowercased()
      guard Row.column(named: name) == nil else {
        throw InvalidValue.expected("FIELD, FIELD:asc, FIELD:desc or -FIELD")
      }
      throw InvalidValue.unknownField(name, Row.self)
    }
  }

  private static var limit: ValueOption<Int> {
    ValueOption(
      Option(
        "limit", short: "n", .value(placeholder: "N"),
        help: "Show only the first N rows after sorting", hints: ValueParsers.limitHints,
        misplaced: ValueParsers.misplacedNumber),
      parse: ValueParsers.positiveInteger)
  }

  static var options: [Option] { [filter().option, condition.option, sort.option, limit.option] }
  /// The options of a history, whose limit counts periods.
  static var historyOptions: [Option] { [condition.option, sort.option] }

  /// The options of holdings, which have no filter.
  static var holdingOptions: [Option] { [condition.option, sort.option, limit.option] }

  /// The query of the options, whose order is `nil` when it was not given.
  let query: ListQuery<Row>
  /// The names of the watchlists, for `--filter @help`; else `nil`.
  let help: String?

  init(_ invocation: Invocation) throws(UsageError) {
    let watchlists = invocation.watchlists
    let filters = try invocation.values(of: Self.filter(watchlists))
    var query = ListQuery(
      filters: filters, conditions: try invocation.values(of: Self.condition),
      sort: try invocation.value(of: Self.sort), limit: try invocation.value(of: Self.limit))
    query.watchlists = watchlists
    self.query = query
    help =
      filters.contains { $0.text == Self.helpValue }
      ? watchlists.names.map { "@\($0)\n" }.joined() : nil
  }

  /// The query, sorted by a column unless an option gives another order.
  func query(sortedBy column: Column<Row>) -> ListQuery<Row> {
    var query = query
    query.sort = query.sort ?? RowOrder(column)
    return query
  }

  /// The columns that rows are kept and sorted by.
  var usedColumns: Set<Column<Row>> {
    query.conditions.reduce(into: Set(query.sort.map { [$0.column] } ?? [])) { columns, condition in
      columns.formUnion(condition.columns)
    }
  }
}
