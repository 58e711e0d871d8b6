import Arguments
import MarketCore

/// Which rows of a list are shown, and in which order.
struct RowOptions<F: Field>: OptionGroup {
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
          "Keep pairs by part of a symbol (BTC), symbol (BTC-USD) or pattern ('*-USD'), comma-separated",
        details: [
          "If repeated, all must match. @NAME is a watchlist of the options file; @help lists them."
        ], helpValue: helpValue, repeats: true)
    ) { text throws(InvalidValue) in
      let filter = SymbolFilter(text, watchlists ?? Watchlists())
      if let watchlists, text != helpValue, let name = filter.unknownWatchlists.first {
        throw .unknownWatchlist(name, watchlists)
      }
      return filter
    }
  }

  private static var condition: ValueOption<FieldExpression<F>> {
    ValueOption(
      Option(
        "where", short: "w", .value(placeholder: "EXPR"),
        help: "Keep rows for which EXPR is true, e.g. 'percent > 5'", repeats: true),
      parse: Values.expression)
  }

  private static var sort: ValueOption<RowOrder<F>> {
    let fields = F.allCases.map(\.rawValue)
    return ValueOption(
      Option(
        "sort", short: "s",
        .value(
          placeholder: "FIELD[:asc|:desc]",
          candidates: .words(fields.flatMap { [$0, "\($0):asc", "\($0):desc"] })),
        help: "Sort by a field; unknown values sort last",
        defaultText: F(rawValue: "time") == nil ? "symbol" : "time")
    ) { text throws(InvalidValue) in
      if let order = RowOrder<F>(text) { return order }
      let name = text.prefix { $0 != ":" }.lowercased()
      guard F(rawValue: name) == nil else {
        throw InvalidValue.expected("a field, with :asc or :desc if you like")
      }
      throw InvalidValue.unknownField(name, F.self)
    }
  }

  private static var limit: ValueOption<Int> {
    ValueOption(
      Option(
        "limit", short: "n", .value(placeholder: "N"),
        help: "Show the first N rows after sorting"),
      parse: Values.positiveInteger)
  }

  static var options: [Option] { [filter().option, condition.option, sort.option, limit.option] }
  /// The options of a history, whose limit counts periods.
  static var historyOptions: [Option] { [condition.option, sort.option] }

  /// The options of holdings, which have no filter.
  static var holdingOptions: [Option] { [condition.option, sort.option, limit.option] }

  /// The hint for symbols behind a command that lists them all.
  static var operandHint: OperandHint {
    OperandHint(
      option: filter().option.longSpelling, separator: ",", prefix: ExchangeOptions.prefixHint)
  }

  /// The query that the options ask for, whose order is `nil` when it was not given.
  let query: ListQuery<F>
  /// The names of the watchlists, when `--filter @help` asks for them.
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

  /// The query, sorted by a field if no option says otherwise.
  func query(sortedBy field: F) -> ListQuery<F> {
    var query = query
    query.sort = query.sort ?? RowOrder(field)
    return query
  }

  /// The fields that rows are kept and sorted by.
  var usedFields: Set<F> {
    query.conditions.reduce(into: Set(query.sort.map { [$0.field] } ?? [])) { fields, condition in
      fields.formUnion(condition.fields)
    }
  }
}
