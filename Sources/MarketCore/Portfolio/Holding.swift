public import Foundation

/// A quantity of one pair on one exchange that somebody owns or owes, or an amount of a currency:
/// cash, or a coin.
public struct Holding: Hashable, Sendable {
  /// The exchange: of an amount of a coin, the one whose rate is the first choice; `nil` for cash.
  public let exchange: ExchangeID?
  /// The market; of an amount, a pair whose symbol is the currency.
  public internal(set) var pair: Pair
  /// Whether it is an amount of the currency that its symbol names.
  public let isAmount: Bool
  /// The quantity, in the base currency; below 0 for a short position.
  public private(set) var quantity: Decimal
  /// The price paid for all of it, in the quote currency; of an amount of a coin, in the currency that
  /// the portfolio converts to. `nil` for cash, and if the cost of a lot is unknown.
  public private(set) var cost: Decimal?
  /// The time from which it counts; `nil` if it always counts. Of several lots, the earliest.
  public private(set) var since: Date?
  /// Whether it has lots above 0 and lots below 0: sales, whose proceeds lessen the cost.
  package private(set) var hasSales = false
  /// Whether the cost needs more digits than a decimal has, and was rounded.
  private(set) var isCostRounded = false

  /// One lot of a pair.
  ///
  /// - Parameters:
  ///   - exchange: the exchange.
  ///   - pair: the market.
  ///   - quantity: the quantity, in the base currency; below 0 for a short position.
  ///   - unitCost: the price paid for one, in the quote currency; `nil` when it is unknown.
  ///   - since: the time from which it counts; `nil` if it always counts.
  public init(
    exchange: ExchangeID, pair: Pair, quantity: Decimal, unitCost: Decimal? = nil,
    since: Date? = nil
  ) {
    self.init(exchange, pair, isAmount: false, quantity, unitCost, since)
  }

  /// An amount of a currency: cash (`EUR`), or a coin (`BTC`); below 0 for what is owed.
  ///
  /// - Parameters:
  ///   - amount: the amount.
  ///   - currency: its code.
  ///   - exchange: of a coin, the exchange whose rate is the first choice; `nil` for cash.
  ///   - unitCost: the price paid for one coin, in the currency that the portfolio converts to; `nil`
  ///     when it is unknown, and for cash.
  ///   - since: the time from which it counts; `nil` if it always counts.
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

  /// Whether it is an amount of a coin, not of a fiat currency.
  package var isCoin: Bool { isAmount && !Currency(pair.symbol).isOfficial }

  /// The currency of its value; `nil` when the symbol of the pair names none.
  package var quote: String? { isAmount ? pair.symbol : pair.quote }

  /// The pair on its exchange.
  package var listing: Listing { Listing(exchange: exchange, pair: pair) }

  func counts(at time: Date) -> Bool { since.map { $0 <= time } ?? true }

  /// Adds a further lot of the same listing.
  ///
  /// - Returns: whether the sum of the quantities can be kept digit for digit; else nothing is added.
  package mutating func add(_ lot: Holding) -> Bool {
    var isSumRounded = false
    guard let sum = quantity.adding(lot.quantity, isRounded: &isSumRounded), !isSumRounded else {
      return false
    }
    // Lots without a sale have the sign of their sum.
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
