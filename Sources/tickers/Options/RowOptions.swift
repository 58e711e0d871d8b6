import Arguments
import Foundation
import MarketCore
import Reports

/// The options that select and order the rows of a list.
struct RowOptions<Row: ListRow & TableRow>: Sendable {
  private static var helpValue: String { "@help" }

  /// - Parameter watchlists: the watchlists of the options file; `nil` if the file has not been read yet.
  private static func filter(_ watchlists: [Watchlist]? = nil) -> ValueOption<SymbolFilter> {
    ValueOption(
      Option(
        "filter", short: "f", value: "TEXT",
        candidates: .output(of: ["list", "--filter", helpValue]),
        help: "Keep \(Row.noun.many) that match TEXT: \(Row.style.filtered), or a name (bitcoin)",
        details: [
          "A TEXT with * or ? is a pattern of the whole symbol. A TEXT with -, / or _ keeps only that "
            + "symbol if an exchange lists it (BTC-USD), else what contains it (btc-u). Any other TEXT "
            + "is a part of the symbol or, from four letters on, the beginning of a word in the name of "
            + "the base currency (bitcoin): the built-in name, or the one that the exchange sends. "
            + "Commas separate alternatives. @NAME is a watchlist of the options file; @help lists them. "
            + "If --filter is repeated, all must match." + Row.style.filterNote
        ], helpValue: helpValue, repeats: true,
        misplaced: { word, given in
          guard word.last != ":", let symbol = PairArgument.symbol(meantBy: word)
          else { return nil }
          return given.map { "\($0),\(symbol)" } ?? symbol
        })
    ) { text throws(InvalidValue) in
      for term in text.split(separator: ",") {
        // The prefix of an exchange, as in `kraken:BTC-USD`, is an error.
        let parts = term.split(separator: ":", maxSplits: 1)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        let exchange = parts.first?.lowercased() ?? ""
        if parts.count == 2, World.exchanges.contains(where: { $0.id.rawValue == exchange }) {
          throw .described([
            "a filter has no exchange; did you mean -e \(exchange) -f \(parts[1])?"
          ])
        }
      }
      let filter = SymbolFilter(text, watchlists: watchlists ?? [])
      if let watchlists, text != helpValue, let name = filter.unknownWatchlists.first {
        throw .described([watchlists.sentence(onUnknown: name)])
      }
      return filter
    }
  }

  private static var condition: ValueOption<Condition<Row>> {
    ValueOption(
      Option(
        "where", short: "w", value: "EXPR",
        help: "Keep rows for which EXPR is true, e.g. '\(Row.style.condition)'", repeats: true),
      parse: { text throws(InvalidValue) in try ValueParsers.expression(text) })
  }

  private static var sort: ValueOption<RowOrder<Row>> {
    ValueOption(
      Option(
        "sort", short: "s", value: "FIELD[:asc|:desc]",
        candidates: .words(Row.names.flatMap { [$0, "\($0):asc", "\($0):desc"] }),
        help: "Sort by a field: numbers descending, others ascending; unknown values sort last",
        details: ["-FIELD is FIELD:desc."],
        defaultText: Row.style.order?.name,
        misplaced: { word, given in
          guard let given, RowOrder<Row>(given) != nil else { return nil }
          let order = "\(given):\(word)"
          return RowOrder<Row>(order) == nil ? nil : order
        })
    ) { text throws(InvalidValue) in
      if let order = RowOrder<Row>(text) { return order }
      let name = text.dropFirst(text.hasPrefix("-") ? 1 : 0).prefix { $0 != ":" }.lowercased()
      throw Row.column(named: name) == nil
        ? InvalidValue.unknownField(name, of: Row.self)
        : .expected("FIELD, FIELD:asc, FIELD:desc or -FIELD")
    }
  }

  private static var limit: ValueOption<Int> {
    ValueParsers.limit(help: "Show only the first N rows after sorting")
  }

  static var options: [Option] { [filter().option] + holdingOptions }
  /// The options of `alerts`. Firings have no order, and the limit counts firings instead of rows.
  static var alertOptions: [Option] { [filter().option, condition.option] }
  /// The options of `history`. Its limit counts periods instead of rows.
  static var historyOptions: [Option] { [condition.option, sort.option] }
  /// The options of `holdings`, which has no filter.
  static var holdingOptions: [Option] { historyOptions + [limit.option] }

  let query: ListQuery<Row>
  /// The names of the watchlists if `--filter @help` was given; otherwise `nil`.
  let help: String?

  init(_ invocation: Invocation) throws(UsageError) {
    let watchlists = invocation.watchlists
    let filters = try invocation.values(of: Self.filter(watchlists))
    var query = ListQuery(
      filters: filters, conditions: try invocation.values(of: Self.condition),
      sort: try invocation.value(of: Self.sort), limit: try invocation.value(of: Self.limit))
    query.watchlists = watchlists
    self.query = query
    let isHelp = filters.contains { $0.text == Self.helpValue }
    help = isHelp ? watchlists.map { "@\($0.name)\n" }.joined() : nil
  }

  /// The query, with the default order of the rows if no order was given.
  var sortedQuery: ListQuery<Row> {
    var query = query
    query.sort = query.sort ?? Row.style.order.map { RowOrder($0, descending: $0.kind.isNumber) }
    return query
  }
}

extension Invocation {
  var watchlists: [Watchlist] {
    (file?.definitions ?? []).map { Watchlist(name: $0.name, symbols: $0.value) }
  }
}

/// Throws if a definition of the options file is not a list of symbols and patterns, or is named `help`.
func checkWatchlist(_ definition: OptionsFile.Definition) throws(UsageError) {
  if definition.name.lowercased() == "help" {
    throw UsageError("@help is reserved: it lists the watchlists")
  }
  for part in definition.value.split(separator: ",", omittingEmptySubsequences: false) {
    let symbol = part.drop(while: \.isWhitespace)
    let isSymbol = symbol.split(whereSeparator: \.isWhitespace).count == 1
    guard isSymbol, !symbol.contains(where: { "@:".contains($0) }) else {
      throw UsageError(
        "@\(definition.name): invalid symbol '\(symbol)'; expected a list such as BTC-USD,ETH-*")
    }
  }
}
