public import Foundation

/// The fields of a fill.
public enum FillField: String, Field {
  /// The name of the pair, as in `BTC-USD`.
  case symbol
  /// `buy` or `sell`.
  case side
  /// ``MarketOrder/requested``, in the currency of the order's amount.
  case requested
  /// ``Fill/filled``, in the base currency.
  case filled
  /// ``Fill/average``, in the quote currency, to 12 significant digits.
  case average
  /// ``Fill/worst``, in the quote currency.
  case worst
  /// ``Fill/total``, in the quote currency.
  case total
  /// ``Fill/slippageBasisPoints``, to six decimals; above 0 is worse than the mid.
  case slippageBasisPoints = "slippage_bp"
  /// ``Fill/unfilled``, in the currency of the order's amount.
  case unfilled
  /// The arrival time of the answer.
  case asOf = "as_of"

  /// The columns of machine formats, unless others are chosen.
  public static let dataColumns: [FillField] = [
    .side, .requested, .filled, .average, .worst, .total, .slippageBasisPoints, .unfilled,
  ]

  /// The kind of its values.
  public var kind: FieldKind {
    switch self {
    case .symbol, .side: .text
    case .requested, .filled, .average, .worst, .total, .slippageBasisPoints, .unfilled: .number
    case .asOf: .time
    }
  }
}

/// The fields of a part of a fill.
public enum FillPartField: String, Field {
  /// ``Fill/Part/exchange``, the id of the exchange.
  case exchange
  /// ``Fill/Part/filled``, in the base currency.
  case filled
  /// ``Fill/Part/average``, in the quote currency, to 12 significant digits.
  case average
  /// ``Fill/Part/total``, in the quote currency.
  case total

  /// The kind of its values.
  public var kind: FieldKind { self == .exchange ? .text : .number }
}

extension Fill.Part {
  /// The exact value of a field.
  public func value(of field: FillPartField) -> FieldValue {
    switch field {
    case .exchange: .name(exchange)
    case .filled: FieldValue(filled)
    case .average: FieldValue(average?.rounded(toSignificantDigits: 12))
    case .total: FieldValue(total)
    }
  }
}

extension Fill {
  /// The exact value of a field, for this pair in an answer of that time.
  public func value(of field: FillField, pair: Pair, asOf: Date) -> FieldValue {
    switch field {
    case .symbol: .text(pair.symbol)
    case .side: .text(order.direction.rawValue)
    case .requested: .number(order.amount)
    case .filled: FieldValue(filled)
    case .average: FieldValue(average?.rounded(toSignificantDigits: 12))
    case .worst: FieldValue(worst)
    case .total: FieldValue(total)
    case .slippageBasisPoints: .quotient(slippageBasisPoints)
    case .unfilled: FieldValue(unfilled)
    case .asOf: .time(asOf)
    }
  }
}
