import Foundation

/// The coins in the tickers of one or several exchanges, and the pairs and rates of their prices.
public struct CoinSummary: Sendable {
  /// The coins in order of their codes.
  public private(set) var coins: [Coin] = []
  /// The pairs that count, by their base currency.
  private let markets: [String: [Coin.CountedPair]]
  private let converter: CurrencyConverter
  /// Whether any pair with a known price and quote currency was traded in the last 24 hours.
  private let hasTraded: Bool
  /// The exchanges that changes over 24 hours do not include, because their changes are since 00:00 UTC.
  package let exchangesWithoutDayAgo: Set<ExchangeID?>

  /// The rates of a pair's exchange are tried first, then the rates of `exchanges` in their order. The
  /// tickers must be in the same order, because the first name of a coin is used. `codes` has the
  /// requested coins; `nil` for all coins with a pair that counts, except fiat currencies and `currency`.
  /// If `counts` is not `nil`, only the pairs for which it is true count. `asOf` returns the time of an
  /// exchange's answer.
  init(
    of tickers: [Ticker], in currency: String, exchanges: [ExchangeID], codes: Set<String>? = nil,
    where counts: ((Ticker) -> Bool)? = nil, asOf: (ExchangeID?) -> Date
  ) {
    var converter = CurrencyConverter(
      from: Set(tickers.compactMap(\.pair.quote)), to: currency, at: tickers, exchanges: exchanges)
    let tickers = counts.map { tickers.filter($0) } ?? tickers
    var markets: [String: [Coin.CountedPair]] = [:]
    var names: [String: String] = [:]
    for ticker in tickers {
      guard let base = ticker.pair.base else { continue }
      if names[base] == nil { names[base] = ticker.name ?? ticker.pair.baseName }
      if let market = Coin.CountedPair(ticker, &converter) {
        markets[base, default: []].append(market)
      }
    }
    let all = markets.map { Coin($0, in: currency, name: names[$0], $1, asOf: asOf) }
    let turnover = all.filter { !Currency($0.code).isOfficial }.compactMap(\.turnover).sum
    let listed = Set(tickers.compactMap(\.pair.base))
    let untraded = (codes ?? []).filter { markets[$0] == nil && listed.contains($0) }
      .map { Coin($0, in: currency, name: names[$0], [], asOf: asOf) }
    coins = (all + untraded).filter { coin in
      codes?.contains(coin.code)
        ?? !(coin.code == currency || Currency(coin.code).isOfficial)
    }.sorted { $0.code < $1.code }
    for index in coins.indices {
      coins[index].share = coins[index].turnover?.percentage(of: turnover)
    }
    hasTraded = tickers.contains {
      $0.pair.quote != nil && $0.last != nil && $0.isTraded
    }
    (self.markets, self.converter) = (markets, converter)
    let overDay = coins.filter { $0.dayChangeReference == .dayAgo }
    exchangesWithoutDayAgo = Set(
      overDay.flatMap { markets[$0.code] ?? [] }.map(\.ticker)
        .filter { $0.changeReference != .dayAgo }.map(\.exchange))
  }

  /// The counted pairs with a change since 00:00 UTC, of the coins whose change is since 00:00 UTC.
  package func pairsSinceMidnight(of coins: [Coin]) -> [Ticker] {
    coins.filter { $0.dayChangeReference == .utcDay }.flatMap { markets[$0.code] ?? [] }
      .map(\.ticker).filter { $0.dayChangeReference == .utcDay }
  }

  /// Whether pairs were traded, but no price can be converted.
  public var lacksRates: Bool { markets.isEmpty && hasTraded }

  /// The rates that converted the prices of these coins, each once.
  public func rates(of coins: [Coin]) -> [ConversionRate] {
    converter.rates(of: coins.flatMap { markets[$0.code] ?? [] }.map(\.ticker))
  }
}
