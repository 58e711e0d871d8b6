import Arguments
import Foundation
import MarketCore

/// Finds and reads the holdings file, according to the options and the environment.
struct HoldingsOptions {
  private static let variable = "TICKERS_HOLDINGS"

  private let path: String
  let title: String
  /// The environment variable in parentheses, for errors, if it names the file; otherwise empty.
  private let variableNote: String
  private let isDefault: Bool
  /// The currency that amounts are converted to; `nil` for no conversion.
  private let currency: String?
  let hidesAmounts: Bool
  /// Whether prices are of the past, and the period of their candles; `nil` for any period.
  private let isPast: Bool
  private let period: Period?

  /// Chooses the operand, the file that the environment names, or the default file, in this order.
  init(
    _ invocation: Invocation, _ currency: String?, isPast: Bool, period: Period? = nil,
    in world: World
  ) throws(UsageError) {
    let (operand, environment) = (invocation.operands.first, world.environment)
    (self.currency, self.isPast, self.period) = (currency, isPast, period)
    hidesAmounts = invocation.has(Self.hideAmounts)
    let named = operand ?? environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    isDefault = named == nil
    variableNote = operand == nil && named != nil ? " (\(Self.variable))" : ""
    if named == "" { throw UsageError("FILE is empty") }
    let defaultPlace = Files.configured("holdings.csv", environment)
    guard let place = named.map({ $0 == "-" ? ("/dev/stdin", "stdin") : ($0, $0) }) ?? defaultPlace
    else {
      throw UsageError("holdings requires a FILE (HOME is not set)")
    }
    (path, title) = place
  }

  func content(in files: Files) throws(FileFailure) -> [UInt8] {
    do throws(FileFailure) {
      if let bytes = try files.content(of: path) { return bytes }
    } catch {
      throw FileFailure(reason: "cannot read \(title)\(variableNote): \(error.reason)")
    }
    throw FileFailure(reason: "holdings file not found: \(title)\(variableNote)")
  }

  /// Reads the portfolio, and returns the market of its exchanges. Pairs and coins without an exchange
  /// belong to the exchange of `defaultMarket`. Lots (purchases and sales) after `end` do not count. If
  /// reading fails, or if options do not fit the market, writes the reason and throws.
  func read(
    _ defaultMarket: Market, until end: Date, in session: Session
  ) throws(ExitStatus) -> (Market, Portfolio, HoldingsInput) {
    let id = defaultMarket.exchanges[0]
    let file = try file(defaultExchange: id, in: session.world)
    // Groups the holdings by exchange. Exchanges are requested in the order of their first holdings.
    let first = Dictionary(zip(file.holdings.map(\.exchange), 0...)) { first, _ in first }
    let holdings = file.holdings.sorted { first[$0.exchange] ?? 0 < first[$1.exchange] ?? 0 }
    var portfolio = Portfolio(holdings, in: currency, defaultExchange: id)
    (portfolio.isPast, portfolio.end) = (isPast, end)
    let market = defaultMarket.of(portfolio.exchanges.isEmpty ? [id] : portfolio.exchanges)
    do throws(UsageError) {
      if !portfolio.exchanges.isEmpty { try session.check(market) }
    } catch { throw session.world.failure(error) }
    var input = HoldingsInput(file, title: title)
    if isPast, defaultMarket.isDefault, holdings.contains(where: { $0.exchange == id }) {
      let others = defaultMarket.allExchanges.prefix { $0.id != id }.map {
        // The exchanges before the used exchange lack the requested history.
        let hasOthers = !$0.info.periods.isEmpty
        return "\($0.title) has \(hasOthers ? "no \(period?.rawValue ?? "")" : "none")"
      }
      let reason = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
      input.notices.append("price history from \(defaultMarket.title(of: id))\(reason)")
    }
    return (market, portfolio, input)
  }

  /// Returns the holdings file. If it cannot be read or is invalid, writes the errors and throws. If
  /// amounts are hidden, the errors omit quantities and costs.
  private func file(defaultExchange: ExchangeID, in world: World) throws(ExitStatus) -> HoldingsFile
  {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try content(in: world.files)
    } catch {
      let introduction = [
        "create it with one line per lot or amount of cash, for example:",
        "  \(HoldingsFile.example)", "  BTC-USD,0.5,18000,kraken,2020-11-20", "  EUR,1500",
      ]
      for line in [error.reason] + (isDefault ? introduction : []) { world.notify(line) }
      throw .noInput
    }
    let file = HoldingsFile(
      bytes, defaultExchange: defaultExchange, exchanges: world.exchanges,
      hidesAmounts: hidesAmounts)
    if file.errors.isEmpty { return file }
    world.notify(errors: file.errors.map { "\(title):\($0.line): \($0.reason)" }) {
      "\(title): \($0) more invalid lines"
    }
    throw .data
  }
}
