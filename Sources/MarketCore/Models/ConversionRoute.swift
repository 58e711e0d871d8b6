import Foundation

/// Converts amounts from one currency to another by one or two rates. If both currencies are the same, a
/// route has no rate.
struct ConversionRoute: Sendable {
  /// The currencies between the two rates of a route, in the order in which they are tried.
  static let bridges = ["USD", "USDT", "USDC", "EUR", "BTC"]

  typealias Step = (rate: ConversionRate, price: Decimal, isInverse: Bool)

  /// Selects the prices that a route may use.
  struct Rule: Hashable, Sendable {
    /// Whether only prices of pairs with a trade in the last 24 hours are allowed.
    let needsTrades: Bool
    /// Whether stablecoins and the dollar count as equal if their pair has no allowed price.
    let withPegs: Bool
  }

  /// The rules in the order in which they are tried.
  static let rules = [
    Rule(needsTrades: true, withPegs: false), Rule(needsTrades: true, withPegs: true),
    Rule(needsTrades: false, withPegs: false), Rule(needsTrades: false, withPegs: true),
  ]

  let steps: [Step]
  private let pair: Pair

  /// Finds a route of at most one rate, otherwise of two rates; `nil` if the exchange has no route. A
  /// rate is the price of the direct pair, otherwise of the inverse pair, otherwise 1 if the rule counts
  /// the currencies as equal. `price` returns the price of a pair; `nil` if it is unknown or excluded.
  init?(
    from currency: String, to target: String, at exchange: ExchangeID?, by rule: Rule,
    price: (Listing) -> Decimal?
  ) {
    func step(_ from: String, _ to: String) -> Step? {
      for pair in [Pair(base: from, quote: to), Pair(base: to, quote: from)] {
        // A price of 0 stands for an unknown price.
        if let rate = price(Listing(exchange: exchange, pair: pair)), rate > 0 {
          return (
            ConversionRate(exchange: exchange, pair: pair, rate: rate), rate, pair.base != from
          )
        }
      }
      guard rule.withPegs, let pair = Pair.peg(from, to) else { return nil }
      return (ConversionRate(exchange: nil, pair: pair, rate: 1), 1, false)
    }
    pair = Pair(base: currency, quote: target)
    if currency == target {
      steps = []
      return
    }
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

  /// Returns an amount in the target currency; `nil` if a calculation leaves a decimal's range. If the
  /// amount is divided by a rate, it is rounded to 12 significant digits. Otherwise it has up to 38
  /// digits; if these are too few, `isRounded` is set to `true`. If `rates` is not `nil`, it
  /// replaces the prices of the steps.
  func convert(
    _ amount: Decimal, at rates: [Decimal]? = nil, isRounded: inout Bool
  ) -> Decimal? {
    var (product, divisor): (Decimal?, Decimal?) = (amount, 1)
    var isProductRounded = false
    for (index, step) in steps.enumerated() {
      let rate = rates?[index] ?? step.price
      if step.isInverse {
        divisor = divisor?.multiplied(by: rate)
      } else {
        product = product?.multiplied(by: rate, isRounded: &isProductRounded)
      }
    }
    if steps.contains(where: \.isInverse) {
      return divisor.flatMap { product?.divided(by: $0) }?.rounded(toSignificantDigits: 12)
    }
    isRounded = isRounded || isProductRounded
    return product
  }

  func convert(_ amount: Decimal) -> Decimal? {
    var isRounded = false
    return convert(amount, isRounded: &isRounded)
  }

  /// Returns the ticker of the first pair; `nil` if its base is not the first currency.
  func firstPair(_ tickers: [Listing: Ticker]) -> Ticker? {
    guard let first = steps.first, !first.isInverse else { return nil }
    return tickers[Listing(exchange: first.rate.exchange, pair: first.rate.pair)]
  }

  /// Returns the ticker of the first currency in the target currency. Last price and open result from the
  /// last prices and the opens of the rates. The open is `nil` if a rate has no open above 0.
  func ticker(_ tickers: [Listing: Ticker]) -> Ticker {
    let listings = steps.map { Listing(exchange: $0.rate.exchange, pair: $0.rate.pair) }
    let rated = listings.compactMap { tickers[$0] }
    var isRounded = false
    let opens = listings.compactMap { $0.exchange == nil ? 1 : tickers[$0]?.open }
      .filter(\.isAboveZero)
    // The price of a direct pair is the rate itself.
    let isPair = steps.count == 1 && !steps[0].isInverse
    return Ticker(
      exchange: isPair ? steps[0].rate.exchange : nil, pair: pair,
      name: steps.first?.isInverse == false ? rated.first?.name : nil,
      open: opens.count == steps.count ? convert(1, at: opens, isRounded: &isRounded) : nil,
      volume: nil, last: convert(1),
      changeReference: rated.first?.changeReference ?? .dayAgo)
  }
}

extension Pair {
  /// Returns the pair of two currencies that count as equal: two stablecoins, or one and the dollar;
  /// `nil` for any other currencies.
  fileprivate static func peg(_ lhs: String, _ rhs: String) -> Pair? {
    if lhs != rhs, Currency.stablecoins.contains(lhs), Currency.stablecoins.contains(rhs) {
      return Pair(base: lhs, quote: rhs)
    }
    guard let coin = lhs == "USD" ? rhs : rhs == "USD" ? lhs : nil else { return nil }
    return Currency.stablecoins.contains(coin) ? Pair(base: coin, quote: "USD") : nil
  }
}
