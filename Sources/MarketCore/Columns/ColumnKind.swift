/// The kind of a column's values. Tables align and format values by their kind.
public enum ColumnKind: Sendable {
  case text
  case time
  case flag
  case words
  /// Numbers of none of the kinds below, which a table shows with all digits, and without a unit.
  case number
  /// Prices and other amounts in a currency, which a table shows with all digits.
  case price
  /// Differences of prices, which a table shows with all digits and a sign.
  case priceChange
  /// Computed prices, which a table rounds.
  case computedPrice
  /// Differences of computed prices, which a table rounds, and shows with a sign.
  case computedPriceChange
  /// Computed amounts of money, which a table rounds.
  case amount
  /// Differences of computed amounts, with a sign.
  case amountChange
  /// Amounts of money for comparisons, which a table shortens.
  case turnover
  /// Quantities with all digits.
  case quantity
  /// Traded quantities, which a table rounds.
  case volume
  /// Changes and gains in percent: 5 is 5 %.
  case percent
  /// Parts of a whole in percent: 5 is 5 %.
  case share
  /// Hundredths of a percent.
  case basisPoints
  /// Times in seconds.
  case seconds
  /// Numbers from 0 to 1, which a table draws as bars.
  case bar

  public var isNumber: Bool {
    switch self {
    case .text, .time, .flag, .words: false
    default: true
    }
  }

  /// Whether the values are prices or amounts in a currency, except ``turnover``.
  package var isMoney: Bool {
    switch self {
    case .price, .priceChange, .computedPrice, .computedPriceChange, .amount, .amountChange: true
    default: false
    }
  }

  /// Whether ``Cell/value`` rounds the values, which are quotients, to six decimals.
  var isRounded: Bool { self == .percent || self == .share }
}
