import MarketCore
import Reports

/// A holdings file that was read, and its path as it is shown.
struct HoldingsInput {
  let file: HoldingsFile
  let title: String

  var notices: [String]

  init(file: HoldingsFile, title: String) {
    (self.file, self.title) = (file, title)
    let names = file.ignoredColumns.map { "'\($0)'" }.joined(separator: ", ")
    let columns = "columns are \(HoldingsFile.example)"
    notices =
      names.isEmpty
      ? [] : ["\(title):\(file.headingLine): ignored \(names); \(columns)"]
  }

  /// An unlisted pair with the line of its first lot; of another past failure, its pairs.
  func sentence(
    on failure: MarketError, of exchange: ExchangeID?, _ past: PastPortfolio?,
    in context: CommandContext
  ) -> String? {
    guard case .unknownSymbol(let symbol, _) = failure else {
      return past?.sentence(on: failure, of: exchange).map { context.attributed($0, to: exchange) }
    }
    let line = file.lines[Listing(exchange: exchange, pair: Pair(symbol: symbol))]
    return (line.map { "\(title):\($0): " } ?? "")
      + failure.sentence(on: [context.title(of: exchange)])
  }

  /// Prints the heading alone; returns the exit status.
  func printNoHoldings<List: RowsViewModel>(
    _ viewModel: List, _ output: Output<List.Row>, _ footer: [Report.Member],
    in context: CommandContext
  ) -> ExitStatus where List.Row: TableRow {
    let report = Layout(output).report(
      viewModel, name: List.Row.noun.many, footer: footer, namesEachSource: true)
    let text = output.text(of: report, isFirst: true, context.looks)
    if let status = context.world.write(text) { return status }
    for notice in ["no holdings in \(title)"] + notices { context.notice(notice) }
    return .success
  }
}

extension PastPortfolio {
  convenience init(
    _ portfolio: Portfolio, in range: HistoryRange?, _ context: CommandContext,
    single: @escaping Single
  ) {
    self.init(
      portfolio, from: context.traced.clients, in: range, among: context.world.exchanges,
      now: context.world.date, single: single)
  }
}

extension Portfolio {
  /// The notices about coins without a currency, sales, stablecoins that count as dollars, missing rates and
  /// lost digits.
  ///
  /// - Parameter unconverted: the holdings without a rate.
  func notices(
    rates: [ConversionRate], unconverted: [Holding], isRounded: Bool, _ context: CommandContext
  ) -> [String] {
    var notices: [String] = []
    var seen: Set<Pair> = []
    let coins =
      currency == nil ? holdings.filter { $0.isCoin && seen.insert($0.pair).inserted } : []
    if !coins.isEmpty {
      let pairs = coins.map { "\($0.pair)-USD" }.joined(separator: ", ")
      notices.append("write \(pairs), or use --in USD")
    }
    let sold = soldPairs.map(\.symbol).joined(separator: ", ")
    if !sold.isEmpty {
      notices.append(
        "\(sold): quantities below 0 beside others above 0; gain_percent and unit_cost are unknown until "
          + "trades are read")
    }
    notices += rates.filter { $0.exchange == nil }
      .map { "\($0.pair.base ?? "") counted as 1 \($0.pair.quote ?? "")" }
    if let currency {
      let tried = context.clients.filter { !isPast || $0.exchange.info.offersHistory(nil) }
      let titles = tried.map(\.exchange.title).joined(separator: ", ")
      let missing = Dictionary(grouping: unconverted) { $0.quote ?? "" }
      notices += missing.sorted { $0.key < $1.key }.map { quote, holdings in
        let symbols = holdings.map(\.pair.symbol).joined(separator: ", ")
        return "* without \(symbols): no exchange rate \(quote)→\(currency) on \(titles)"
      }
    }
    return notices + (isRounded ? ["amounts are rounded to 38 significant digits"] : [])
  }
}

extension [ConversionRate] {
  /// The parts of the line below a table.
  var line: [String] {
    enumerated().map { index, rate in
      let price = rate.rate.map { " " + NumberFormat.money($0, in: rate.pair.quote) } ?? ""
      let exchange = rate.exchange.map { " (\($0))" } ?? ""
      return (index == 0 ? "rates: " : "") + "\(rate.pair)\(price)" + exchange
    }
  }
}
