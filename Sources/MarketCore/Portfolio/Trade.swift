public import Foundation

/// A purchase or a sale of a holding.
public struct Trade: Hashable, Sendable {
  /// An amount of money, such as a price or a fee.
  public struct Money: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The amount, 0 or more.
    public let amount: Decimal
    /// The code of the currency. `nil` for the quote currency of the traded pair; if a coin is traded, for
    /// the currency that the portfolio converts to.
    public let currency: String?

    /// An amount of money.
    ///
    /// - Parameters:
    ///   - amount: the amount, 0 or more.
    ///   - currency: the code of the currency, in upper or lower case; `nil` for the quote currency.
    public init(_ amount: Decimal, _ currency: String? = nil) {
      (self.amount, self.currency) = (amount, currency?.uppercased())
    }

    /// An amount of the quote currency.
    public init(integerLiteral amount: Int) { self.init(Decimal(amount)) }
  }

  public internal(set) var holding: Holding
  /// The quantity in the base currency, or the amount of the traded currency, before a fee; above 0 for a
  /// purchase, below 0 for a sale.
  public let quantity: Decimal
  /// The price of one unit, without a fee; `nil` if it is unknown. Cash has no price.
  public let price: Money?
  /// The fee; `nil` for no fee. A fee in the traded currency is not above the quantity of a purchase.
  public internal(set) var fee: Money?
  /// The time from which the trade counts; `nil` if it always counts.
  public let time: Date?
  /// Whether only the day of the trade is known. Then `time` is the beginning of this day.
  public let isDay: Bool

  /// A trade of a holding.
  ///
  /// - Parameters:
  ///   - holding: the traded pair or currency, and its account.
  ///   - quantity: the quantity in the base currency, or of the traded currency; below 0 for a sale.
  ///   - price: the price of one unit; `nil` if it is unknown, and for cash.
  ///   - fee: the fee in any currency; `nil` for no fee.
  ///   - time: the time from which the trade counts; `nil` if it always counts.
  ///   - isDay: whether `time` stands for a whole day in UTC.
  public init(
    _ holding: Holding, _ quantity: Decimal, at price: Money? = nil, fee: Money? = nil,
    time: Date? = nil, isDay: Bool = false
  ) {
    (self.holding, self.quantity, self.price, self.fee) = (holding, quantity, price, fee)
    (self.time, self.isDay) = (time, isDay)
  }

  /// The fee, if it is taken from the traded quantity because it is in the traded currency; otherwise 0.
  var feeQuantity: Decimal {
    guard let fee, (fee.currency ?? (holding.isCash ? holding.base : nil)) == holding.base else {
      return 0
    }
    return fee.amount
  }

  /// The change of the held quantity: the quantity less a fee in the traded currency; 0 if both are equal.
  var movedQuantity: Decimal { quantity.subtracting(feeQuantity) }

  /// Whether the trade takes place at `time` or before.
  func counts(at time: Date) -> Bool { self.time.map { $0 <= time } ?? true }

  /// The beginning of the day of the trade, in UTC; `nil` if the trade has no time.
  var day: Date? {
    time.map {
      Date(timeIntervalSince1970: ($0.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
    }
  }

  /// Whether the trade is taken before `rhs` if both have the same holding. A day without a time is its
  /// beginning for purchases, and its end for sales. Purchases precede sales of the same time.
  func precedes(_ rhs: Trade) -> Bool {
    let (lhs, rhs) = (place, rhs.place)
    return lhs.time == rhs.time ? lhs.rank < rhs.rank : lhs.time < rhs.time
  }

  /// The time in the order of trades, and the rank among trades of the same time.
  private var place: (time: Date, rank: Int) {
    let time = time ?? .distantPast
    if quantity.isAboveZero || quantity.isZero { return (time, 1) }
    // The end of a day is the beginning of the next day, but before its trades.
    return isDay && self.time != nil ? (time + 86_400, 0) : (time, 2)
  }
}
