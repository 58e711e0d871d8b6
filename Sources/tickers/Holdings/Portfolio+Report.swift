import Foundation
import MarketCore

extension [Holding] {
  /// The holdings grouped by exchange, in the order of their first ones, so that the rows of a pair are
  /// in the order in which the exchanges are requested.
  var byExchange: [Holding] {
    var exchanges: [String] = []
    for holding in self where !exchanges.contains(holding.exchange) {
      exchanges.append(holding.exchange)
    }
    return exchanges.flatMap { exchange in filter { $0.exchange == exchange } }
  }
}

extension HoldingsPlace {
  /// Reads the holdings; if that fails, writes why.
  ///
  /// - Parameter home: the id of the exchange of lines without one.
  func holdings(home: String, in world: World) throws(ExitStatus) -> HoldingsFile {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try read(from: world.files)
    } catch {
      for line in [error.reason] + introduction { world.notify(line) }
      throw .noInput
    }
    let file = HoldingsFile(bytes, home: home, exchanges: world.exchanges)
    if file.errors.isEmpty { return file }
    for error in file.errors.prefix(World.shownErrors) {
      world.notify("\(title):\(error.line): \(error.reason)")
    }
    let more = file.errors.count - World.shownErrors
    if more > 0 { world.notify("\(title): \(more) more invalid lines") }
    throw .data
  }
}

extension HoldingsFile {
  /// The notice about ignored columns, for a file of this title.
  func notices(_ title: String) -> [String] {
    guard !ignoredColumns.names.isEmpty else { return [] }
    let names = ignoredColumns.names.map { "'\($0)'" }.joined(separator: ", ")
    return [
      "\(title):\(ignoredColumns.line): ignored \(names); columns are \(HoldingsFile.example)"
    ]
  }
}

extension PortfolioViewModel {
  /// The notices about coins without a currency, missing rates and lost digits.
  func valueNotices(_ context: CommandContext) -> [String] {
    var notices: [String] = []
    let coins = portfolio.currency == nil ? portfolio.holdings.filter(\.isCoin) : []
    if !coins.isEmpty {
      let pairs = coins.map { "\($0.pair)-USD" }.joined(separator: ", ")
      notices.append("write \(pairs), or use --in USD")
    }
    // Without the rates of a failed exchange none is known to be missing.
    if freshness.phase == .loaded, let currency = portfolio.currency {
      let titles = context.exchanges.map(context.title).joined(separator: ", ")
      let missing = Dictionary(grouping: valuation.unconverted) { $0.quote ?? "" }
      notices += missing.sorted { $0.key < $1.key }.map { quote, holdings in
        let symbols = holdings.map(\.pair.symbol).joined(separator: ", ")
        return "* without \(symbols): no exchange rate \(quote)→\(currency) on \(titles)"
      }
    }
    return notices
      + (valuation.isRounded ? ["amounts are rounded to 38 significant digits"] : [])
  }
}

extension Valuation {
  /// The totals, which a table has below the holdings, and the rates, which it has as a line.
  func footer(hasTotals: Bool, isTable: Bool) -> [Report.Member] {
    let layout = Layout(HoldingTotal.columns, omitsZeros: isTable).of(totals)
    var rates = Layout(ConversionRate.columns).group("rates", self.rates)
    rates.line = self.rates.enumerated().map { index, rate in
      let price = NumberFormat.money(rate.rate, in: rate.pair.quote)
      return (index == 0 ? "rates: " : "") + "\(rate.pair) \(price) (\(rate.exchange))"
    }
    return (hasTotals ? [.rows(layout.group("totals", totals))] : []) + [.rows(rates)]
  }
}
