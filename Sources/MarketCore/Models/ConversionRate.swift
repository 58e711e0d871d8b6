public import Foundation

/// The price of a listed pair, by which amounts are converted.
public struct ConversionRate: Hashable, Sendable {
  /// The id of the exchange.
  public let exchange: String
  /// The pair as it is listed.
  public let pair: Pair
  /// The last price, above 0, in the quote currency of the pair.
  public let rate: Decimal
}

/// The fields of a rate.
public enum ConversionRateField: String, Field {
  /// The id of the exchange.
  case exchange
  /// The name of the pair as it is listed, as in `BTC-USD`.
  case pair
  /// ``ConversionRate/rate``, in the quote currency.
  case rate

  /// The kind of its values.
  public var kind: FieldKind { self == .rate ? .number : .text }
}

extension ConversionRate {
  /// The exact value of a field.
  public func value(of field: ConversionRateField) -> FieldValue {
    switch field {
    case .exchange: .name(exchange)
    case .pair: .text(pair.symbol)
    case .rate: .number(rate)
    }
  }
}
