import Arguments
import Foundation
import MarketCore

/// Finds and reads the holdings files, according to the options and the environment.
struct HoldingsOptions {
  private static let variable = "TICKERS_HOLDINGS"

  private typealias Place = (path: String, title: String)
  private let places: [Place]
  /// The environment variable in parentheses, for errors, if it names the file; otherwise empty.
  private let variableNote: String
  private let isDefault: Bool
  /// The currency that amounts are converted to; `nil` for no conversion.
  private let currency: String?
  private let method: Lots.Method
  let hidesAmounts: Bool
  /// Whether prices are of the past, and the period of their candles; `nil` for any period.
  private let isPast: Bool
  private let period: Period?

  /// The currency that amounts are converted to, and the method that selects the lots of sales.
  typealias Valuing = (currency: String?, method: Lots.Method)

  static func valuing(_ invocation: Invocation) throws(UsageError) -> Valuing {
    (try invocation.value(of: currencyOption), try invocation.value(of: lots) ?? .fifo)
  }

  /// Finds the files: the operands, or else the file of the environment, or else the default file.
  init(
    _ invocation: Invocation, _ valuing: Valuing, isPast: Bool, period: Period? = nil,
    in world: World
  ) throws(UsageError) {
    (currency, method) = valuing
    (self.isPast, self.period) = (isPast, period)
    hidesAmounts = invocation.has(Self.hideAmounts)
    let (operands, environment) = (invocation.operands, world.environment)
    let variable = environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    let named = operands.isEmpty ? [variable].compactMap(\.self) : operands
    isDefault = named.isEmpty
    variableNote = operands.isEmpty && variable != nil ? " (\(Self.variable))" : ""
    if named.contains("") { throw UsageError("FILE is empty") }
    if let twice = named.first(where: { name in named.count { $0 == name } > 1 }) {
      throw UsageError("FILE \(twice) is named twice")
    }
    places =
      named.map { $0 == "-" ? ("/dev/stdin", "stdin") : ($0, $0) }
      + [isDefault ? Tickers.program.configurationFile("holdings.csv", environment) : nil]
      .compactMap(\.self)
    if places.isEmpty { throw UsageError("holdings requires a FILE (HOME is not set)") }
  }

  private func content(of place: Place, in files: Files) throws(FileFailure) -> [UInt8] {
    let (path, title) = place
    do throws(FileFailure) {
      if let bytes = try files.content(of: path) { return bytes }
    } catch {
      throw FileFailure(reason: "cannot read \(title)\(variableNote): \(error.reason)")
    }
    throw FileFailure(reason: "holdings file not found: \(title)\(variableNote)")
  }

  /// Reads the portfolio, and returns it with the market of its exchanges. Trades without an exchange belong
  /// to the exchange of `defaultMarket`; trades after the `times` of the valuations do not count. If reading
  /// fails, or if options do not fit the market, writes the reason and throws.
  func read(
    _ defaultMarket: Market, at times: ClosedRange<Date>, in session: Session
  ) throws(ExitStatus) -> (Market, Portfolio, HoldingsInput) {
    let id = defaultMarket.exchanges[0]
    var input = try input(defaultExchange: id, in: session.world)
    var portfolio = Portfolio(input.trades, in: currency, defaultExchange: id, by: method)
    (portfolio.isPast, portfolio.times) = (isPast, times)
    let market = defaultMarket.of(portfolio.exchanges.isEmpty ? [id] : portfolio.exchanges)
    do throws(UsageError) {
      if !portfolio.exchanges.isEmpty { try session.check(market) }
    } catch { throw session.world.failure(error) }
    if isPast, defaultMarket.isDefault, input.trades.contains(where: { $0.holding.exchange == id })
    {
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

  /// Returns the holdings files. If a file cannot be read or is invalid, writes the errors of all files and
  /// throws. If amounts are hidden, the errors omit quantities, costs and fees.
  func input(defaultExchange: ExchangeID, in world: World) throws(ExitStatus) -> HoldingsInput {
    var contents: [(title: String, bytes: [UInt8])] = []
    do throws(FileFailure) {
      for place in places {
        contents.append((place.title, try content(of: place, in: world.files)))
      }
    } catch {
      let introduction = [
        "create it with one line per trade or amount of cash, for example:",
        "  \(HoldingsFile.example)", "  BTC-USD,0.5,18000,kraken,2020-11-20", "  EUR,1500",
      ]
      for line in [error.reason] + (isDefault ? introduction : []) { world.notify(line) }
      throw .noInput
    }
    let input = HoldingsInput(
      contents, defaultExchange: defaultExchange, exchanges: world.exchanges,
      hidesAmounts: hidesAmounts)
    let errors = input.errors
    if errors.isEmpty { return input }
    world.notify(errors: errors) { "\(input.title): \($0) more invalid lines" }
    throw .data
  }
}
