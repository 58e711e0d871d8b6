public import Foundation

/// The fees that exchanges take from market orders, in percent of the money: 0.1 is 0.1 %.
public struct TakerFees: Hashable, Sendable {
  /// The fee of exchanges that are not in ``byExchange``.
  public var general: Decimal
  /// The fees of single exchanges, in percent, instead of ``general``.
  public var byExchange: [ExchangeID: Decimal]

  /// Fees of 0 or more. Without arguments, no exchange takes a fee.
  public init(general: Decimal = 0, byExchange: [ExchangeID: Decimal] = [:]) {
    (self.general, self.byExchange) = (general, byExchange)
  }

  /// The fees of a list, in which a later fee of an exchange replaces an earlier one. A fee without an exchange
  /// is for all exchanges that are not in the list. `nil` if the list is empty.
  package init?(_ fees: [(exchange: ExchangeID?, percent: Decimal)]) {
    if fees.isEmpty { return nil }
    let named = fees.compactMap { fee in fee.exchange.map { ($0, fee.percent) } }
    self.init(
      general: fees.last { $0.exchange == nil }?.percent ?? 0,
      byExchange: Dictionary(named) { $1 })
  }

  /// The fee of an exchange for this money, with up to 38 digits; NaN if it is outside a decimal's range.
  func fee(for money: Decimal, on exchange: ExchangeID?) -> Decimal {
    let percent = exchange.flatMap { byExchange[$0] } ?? general
    return money.multiplied(by: percent)?.multiplied(by: .powerOfTen(-2)) ?? .nan
  }
}
