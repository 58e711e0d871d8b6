public import Foundation

/// What somebody owns or owes: a quantity of a pair on an exchange, or an amount of a currency, either
/// cash (`EUR`) or a coin (`BTC`). It is one lot, such as a purchase, or the sum of several lots.
public struct Holding: Hashable, Sendable {
  /// The exchange of the pair; for an amount, the exchange whose rates are tried first, or `nil`.
  public let exchange: ExchangeID?
  public internal(set) var pair: Pair
  /// Whether the holding is an amount of a currency, not a quantity of a pair.
  public let isAmount: Bool
  /// The quantity in the base currency, or the amount; below 0 for a short position or a debt.
  public private(set) var quantity: Decimal
  /// The total price paid, less the proceeds of lots below 0: for a pair in the quote currency, for a coin
  /// in the currency that the portfolio converts to. `nil` for cash, and if the cost is unknown.
  public private(set) var cost: Decimal?
  /// The time from which the holding counts; of several lots, the earliest. `nil` if it always counts.
  public private(set) var since: Date?
  /// Whether some lots are above 0 and some below 0. Proceeds of sales then reduce the cost, if known.
  package private(set) var hasSales = false
  private(set) var isCostRounded = false

  /// A lot of a pair.
  ///
  /// - Parameters:
  ///   - exchange: the exchange that lists the pair.
  ///   - pair: the pair.
  ///   - quantity: the quantity, in the base currency; below 0 for a short position.
  ///   - unitCost: the price paid per unit of the base currency, in the quote currency; `nil` if unknown.
  ///   - since: the time from which the lot counts; `nil` if it always counts.
  public init(
    exchange: ExchangeID, pair: Pair, quantity: Decimal, unitCost: Decimal? = nil,
    since: Date? = nil
  ) {
    self.init(exchange, pair, isAmount: false, quantity, unitCost, since)
  }

  /// A lot of a currency: an amount of cash (`EUR`) or of a coin (`BTC`).
  ///
  /// - Parameters:
  ///   - amount: the amount; below 0 if it is owed.
  ///   - currency: the code of the currency.
  ///   - exchange: for a coin, the exchange whose rates are tried first, if any; `nil` for cash.
  ///   - unitCost: the price paid for one coin, in the currency that the portfolio converts to; `nil` if
  ///     it is unknown, and for cash.
  ///   - since: the time from which the lot counts; `nil` if it always counts.
  public init(
    _ amount: Decimal, of currency: String, exchange: ExchangeID? = nil, unitCost: Decimal? = nil,
    since: Date? = nil
  ) {
    self.init(exchange, Pair(symbol: currency), isAmount: true, amount, unitCost, since)
  }

  private init(
    _ exchange: ExchangeID?, _ pair: Pair, isAmount: Bool, _ quantity: Decimal,
    _ unitCost: Decimal?, _ since: Date?
  ) {
    self.exchange = exchange
    self.pair = pair
    self.isAmount = isAmount
    self.quantity = quantity
    self.since = since
    var isRounded = false
    cost = unitCost.flatMap { quantity.multiplied(by: $0, isRounded: &isRounded) }
    isCostRounded = isRounded
  }

  package var isCoin: Bool { isAmount && !Currency(pair.symbol).isOfficial }

  /// The quote currency, or the currency of the amount; `nil` for a pair without a quote currency.
  package var quote: String? { isAmount ? pair.symbol : pair.quote }

  package var listing: Listing { Listing(exchange: exchange, pair: pair) }

  func counts(at time: Date) -> Bool { since.map { $0 <= time } ?? true }

  /// Adds another lot of the same listing. Returns `false`, without adding the lot, if the sum of the
  /// quantities would not be exact.
  package mutating func add(_ lot: Holding) -> Bool {
    var isSumRounded = false
    guard let sum = quantity.adding(lot.quantity, isRounded: &isSumRounded), !isSumRounded else {
      return false
    }
    // Lots of one sign have a sum of this sign, so that only the sum is compared.
    let areOpposite = quantity.isAboveZero ? lot.quantity < 0 : quantity < 0 && lot.quantity > 0
    hasSales = hasSales || lot.hasSales || areOpposite
    quantity = sum
    var isRounded = isCostRounded || lot.isCostRounded
    cost = cost.flatMap { own in lot.cost.flatMap { own.adding($0, isRounded: &isRounded) } }
    isCostRounded = isRounded
    since = since.flatMap { own in lot.since.map { min(own, $0) } }
    return true
  }
}
