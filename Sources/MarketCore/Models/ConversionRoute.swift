import Foundation

/// One or two rates of an exchange that lead from one currency to another.
struct ConversionRoute: Sendable {
  /// A rate, and whether amounts are divided by it.
  struct Step: Sendable {
    let rate: ConversionRate
    let isInverse: Bool
  }

  /// The currencies of a route over two pairs, the first that leads there being taken.
  static let bridges = ["USD", "USDT", "USDC", "EUR", "BTC"]

  let steps: [Step]
  private let pair: Pair

  /// The first route at an exchange whose pairs have a price: the direct pair, the inverse, two pairs.
  ///
  /// - Parameter price: the last price of a listing; `nil` when it is unknown.
  init?(
    from currency: String, to target: String, at exchange: String,
    price: (Listing) -> Decimal?
  ) {
    func step(_ from: String, _ to: String) -> Step? {
      func rate(_ pair: Pair) -> ConversionRate? {
        // A price of 0 stands for a trade that never was.
        price(Listing(exchange: exchange, pair: pair)).flatMap { price in
          price > 0 ? ConversionRate(exchange: exchange, pair: pair, rate: price) : nil
        }
      }
      if let direct = rate(Pair(base: from, quote: to)) {
        return Step(rate: direct, isInverse: false)
      }
      return rate(Pair(base: to, quote: from)).map { Step(rate: $0, isInverse: true) }
    }
    pair = Pair(base: currency, quote: target)
    if let step = step(currency, target) {
      steps = [step]
      return
    }
    for bridge in Self.bridges where bridge != currency && bridge != target {
      if let first = step(currency, bridge), let second = step(bridge, target) {
        steps = [first, second]
        return
      }
    }
    return nil
  }

  /// An amount in the target currency, exact, but to 12 significant digits where it is divided; `nil`
  /// when it leaves a decimal's range.
  func convert(_ amount: Decimal, _ amounts: inout AmountCalculator) -> Decimal? {
    let (factors, divisors) = (steps.filter { !$0.isInverse }, steps.filter(\.isInverse))
    guard !divisors.isEmpty else { return Self.product(amount, factors, &amounts) }
    var (before, divisor) = (AmountCalculator(), AmountCalculator())
    guard let product = Self.product(amount, factors, &before) else { return nil }
    return Self.product(1, divisors, &divisor).flatMap { product.divided(by: $0) }?
      .rounded(toSignificantDigits: 12)
  }

  /// The price of the first currency in the other one: last and open by those of the rates, which are
  /// of the same moments. The open is unknown if a rate has none.
  func ticker(_ tickers: [Listing: Ticker]) -> Ticker {
    let rated = steps.compactMap {
      tickers[Listing(exchange: $0.rate.exchange, pair: $0.rate.pair)]
    }
    var amounts = AmountCalculator()
    let opens = rated.compactMap(\.open).filter(\.isAboveZero)
    return Ticker(
      pair: pair, name: steps.first?.isInverse == false ? rated.first?.name : nil,
      open: opens.count == steps.count ? at(opens).convert(1, &amounts) : nil, volume: nil,
      last: convert(1, &amounts), changeReference: rated.first?.changeReference ?? .dayAgo)
  }

  /// The same route at other rates.
  private func at(_ rates: [Decimal]) -> ConversionRoute {
    ConversionRoute(
      steps: zip(steps, rates).map { step, rate in
        let rate = ConversionRate(
          exchange: step.rate.exchange, pair: step.rate.pair, rate: rate)
        return Step(rate: rate, isInverse: step.isInverse)
      }, pair: pair)
  }

  private init(steps: [Step], pair: Pair) { (self.steps, self.pair) = (steps, pair) }

  private static func product(
    _ amount: Decimal, _ steps: [Step], _ amounts: inout AmountCalculator
  ) -> Decimal? {
    var product: Decimal? = amount
    for step in steps { product = product.flatMap { amounts.product($0, step.rate.rate) } }
    return product
  }
}
