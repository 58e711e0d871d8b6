public import Foundation

/// The purchases of one holding that are not sold yet, and the gain that its sales have realized.
///
/// A purchase opens a lot. A sale takes quantities from lots in the order of a ``Method``. If it sells
/// more than all lots hold, the rest opens a short position: a lot with a quantity below 0. The next
/// purchases close it, in the order of the same method.
///
/// Trades are taken in the order of their times. Trades without a time are first. If only the day is known, a
/// purchase takes place at the beginning of the day, and a sale at its end. At the same time, purchases are
/// taken first. Otherwise the order of the list decides.
public struct Lots: Sendable {
  /// Selects the lots that a sale takes. The examples are about a sale of 1 after the purchases of 1 at 10,
  /// 1 at 30 and 1 at 20.
  public enum Method: String, CaseIterable, Sendable {
    /// The oldest lot first: the lot at 10.
    case fifo
    /// The newest lot first: the lot at 20.
    case lifo
    /// The lot with the highest price first, fees not included: the lot at 30. Lots without a price are
    /// taken last. The oldest of equal lots is taken first.
    case hifo
    /// A part of every lot, in proportion to its quantity: a third of each lot, at the average price of 20.
    case average
  }

  /// A purchase or a part of it that is not sold, or an open short position.
  public struct Lot: Hashable, Sendable {
    /// The quantity that is left; below 0 in a short position.
    public fileprivate(set) var quantity: Decimal
    /// The cost of this quantity, with its part of the fees. For a short position, the proceeds less the
    /// fees, as an amount below 0. `nil` if it is unknown.
    public fileprivate(set) var cost: Decimal?
    /// The price of one unit in the trade, without fees: for a pair in the quote currency, otherwise in the
    /// currency of the costs. `nil` if it is unknown.
    public let price: Decimal?
    /// The time of the trade; `nil` if it has none.
    public let time: Date?
    /// The ``Lots/scale`` when the lot was opened.
    fileprivate var scale: Decimal = 1
  }

  /// Converts an amount of a trade to the currency of the costs; returns `nil` if there is no rate.
  typealias Converting = (_ money: Trade.Money, _ trade: Trade, _ isRounded: inout Bool) -> Decimal?

  private let method: Method
  /// The open lots, in the order in which a sale takes them. For ``Method/lifo`` it takes the last lot first.
  private var open: ArraySlice<Lot> = []
  /// The part that sales have left of every lot, for ``Method/average``. So a sale changes no single lot.
  private var scale: Decimal = 1
  /// The cost of all lots, for ``Method/average``; `nil` if the cost of a lot is unknown.
  private var pool: Decimal? = 0
  /// The sum of the quantities; below 0 for a short position.
  public private(set) var quantity: Decimal = 0
  /// The sum of the gains of sales, and of purchases that closed a short position: proceeds − costs, both
  /// with their fees. A loss is below 0. `nil` if a price, a fee or a rate of them is unknown.
  public private(set) var realized: Decimal? = 0
  /// The sum of the fees of all trades; `nil` if the value of a fee is unknown.
  public private(set) var fees: Decimal? = 0
  /// Whether a gain or a loss was realized.
  private(set) var hasRealized = false
  /// Whether a sale has opened a short position.
  private(set) var hasOpenedShort = false
  /// Whether a sum or a product was rounded to 38 significant digits.
  private var hasLostDigits = false
  /// Whether a part of an amount has no exact quotient. Sums with this part can then be rounded, too.
  private(set) var isDivided = false

  /// Computes the lots. The costs are in the quote currency of the pair; for a currency, in the currency of
  /// the prices that have no code.
  ///
  /// A price in another currency counts as unknown. A fee in another currency makes the cost unknown,
  /// except if it is in the traded currency.
  ///
  /// - Parameters:
  ///   - trades: the trades of one holding, in any order.
  ///   - method: selects the lots that a sale takes.
  public init(of trades: [Trade], by method: Method = .fifo) {
    self.init(of: trades, by: method) { money, trade, _ in
      money.currency == nil || money.currency == trade.holding.quote ? money.amount : nil
    }
  }

  init(of trades: [Trade], by method: Method, converting convert: Converting) {
    self.method = method
    let sorted = trades.enumerated().sorted { lhs, rhs in
      lhs.element.precedes(rhs.element)
        || !rhs.element.precedes(lhs.element) && lhs.offset < rhs.offset
    }
    for (_, trade) in sorted { add(trade, convert) }
  }

  /// The open lots: the oldest first, or for ``Method/hifo`` the highest price first.
  public var lots: [Lot] {
    open.map { lot in
      if lot.scale == scale { return lot }
      var lot = lot
      func scaled(_ amount: Decimal) -> Decimal? {
        amount.multiplied(by: scale)?.divided(by: lot.scale)
      }
      (lot.quantity, lot.cost) = (scaled(lot.quantity) ?? .nan, lot.cost.flatMap(scaled))
      return lot
    }
  }
  /// The sum of the costs of the open lots, with fees; `nil` if the cost of a lot is unknown. The costs of a
  /// short position are below 0.
  public var cost: Decimal? {
    var isRounded = false
    return cost(isRounded: &isRounded)
  }
  /// Whether an amount was rounded to 38 significant digits; false if ``isDivided``, because sums with such
  /// parts are rounded as a rule.
  var isRounded: Bool {
    var isRounded = hasLostDigits
    _ = cost(isRounded: &isRounded)
    return isRounded && !isDivided
  }

  private func cost(isRounded: inout Bool) -> Decimal? {
    if method == .average { return pool }
    return open.reduce(Decimal(0)) { sum, lot in
      sum.flatMap { sum in lot.cost.flatMap { sum.adding($0, isRounded: &isRounded) } }
    }
  }

  private mutating func add(_ trade: Trade, _ convert: Converting) {
    func amount(of quantity: Decimal) -> Decimal? {
      if quantity.isZero { return 0 }
      guard let price = trade.price else { return nil }
      let product = price.amount.multiplied(by: quantity, isRounded: &hasLostDigits)
      return product.flatMap { convert(Trade.Money($0, price.currency), trade, &hasLostDigits) }
    }
    // A fee in the traded currency is not part of the cost, because it reduces the quantity.
    let isFeeInQuantity = !trade.feeQuantity.isZero
    let fee =
      isFeeInQuantity
      ? amount(of: trade.feeQuantity) : trade.fee.map { convert($0, trade, &hasLostDigits) } ?? 0
    fees = sum(fees, fee)
    // The cost of a purchase, or the proceeds of a sale as an amount below 0.
    let paid = sum(amount(of: trade.quantity), isFeeInQuantity ? 0 : fee)
    let moved = trade.movedQuantity
    // The quantity that closes lots, and the part of `paid` for it. The rest opens a lot.
    let isOpposite = moved.isSignMinus != quantity.isSignMinus && !quantity.isZero
    let closesAll = quantity.magnitude.isBelow(moved.magnitude)
    let closed = isOpposite ? (closesAll ? quantity : moved).magnitude : 0
    let paidForClosed = moved.isZero ? paid : share(of: paid, closed, of: moved.magnitude)
    // If the fee takes all of a purchase, no quantity is moved, and the cost is a loss.
    if !closed.isZero || moved.isZero {
      realized = sum(realized, sum(paidForClosed, take(closed)).map { -$0 })
      hasRealized = hasRealized || !closed.isZero || paidForClosed != 0
    }
    let opened = moved.magnitude.subtracting(closed)
    if !opened.isZero {
      let isShort = moved.isSignMinus
      hasOpenedShort = hasOpenedShort || isShort
      insert(
        Lot(
          quantity: isShort ? -opened : opened,
          cost: closed.isZero ? paid : sum(paid, paidForClosed.map { -$0 }),
          price: trade.holding.isAmount ? amount(of: 1) : trade.price?.amount, time: trade.time))
    }
    quantity = quantity.adding(moved, isRounded: &hasLostDigits) ?? .nan
  }

  private mutating func insert(_ lot: Lot) {
    var lot = lot
    lot.scale = scale
    if method == .average { pool = sum(pool, lot.cost) }
    guard method == .hifo else { return open.append(lot) }
    // Find the first lot with a lower price. Lots without a price are last.
    var (low, high) = (open.startIndex, open.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if lot.price.map({ (open[middle].price ?? -1).isBelow($0) }) ?? false {
        high = middle
      } else {
        low = middle + 1
      }
    }
    open.insert(lot, at: low)
  }

  /// Removes a quantity from the lots, and returns its cost; for a short position, its proceeds as an amount
  /// below 0. `taken` is 0 or more, and not above the magnitude of ``quantity``.
  private mutating func take(_ taken: Decimal) -> Decimal? {
    let whole = quantity.magnitude
    guard taken.isBelow(whole) else {
      defer { (open, scale, pool) = ([], 1, 0) }
      return cost
    }
    if method == .average {
      let part = share(of: pool, taken, of: whole)
      pool = sum(pool, part.map { -$0 })
      scale = share(of: scale, whole.subtracting(taken), of: whole) ?? .nan
      return part
    }
    var (left, cost) = (taken, Decimal?(0))
    while !left.isZero, let index = method == .lifo ? open.indices.last : open.indices.first {
      let (lot, size) = (open[index], open[index].quantity.magnitude)
      guard left.isBelow(size) else {
        cost = sum(cost, lot.cost)
        left = left.subtracting(size)
        _ = method == .lifo ? open.popLast() : open.popFirst()
        continue
      }
      let part = share(of: lot.cost, left, of: size)
      open[index].quantity = lot.quantity.adding(lot.quantity.isSignMinus ? left : -left)
      open[index].cost = sum(lot.cost, part.map { -$0 })
      return sum(cost, part)
    }
    return cost
  }

  private mutating func sum(_ lhs: Decimal?, _ rhs: Decimal?) -> Decimal? {
    lhs.flatMap { lhs in rhs.flatMap { lhs.adding($0, isRounded: &hasLostDigits) } }
  }

  /// Returns `amount` × `part` ÷ `whole`, to 38 significant digits.
  private mutating func share(of amount: Decimal?, _ part: Decimal, of whole: Decimal) -> Decimal? {
    guard let amount, !part.equals(whole) else { return amount }
    var isRounded = false
    let product = amount.multiplied(by: part, isRounded: &isRounded)
    let share = product.flatMap { $0.divided(by: whole) }
    let check = share?.multiplied(by: whole, isRounded: &isRounded)
    isDivided = isDivided || isRounded || !(check?.equals(product ?? .nan) ?? true)
    return share
  }
}
