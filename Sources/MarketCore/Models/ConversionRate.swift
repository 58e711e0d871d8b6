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

extension ConversionRate: Row {
  /// The columns of a rate.
  public static let columns: [Column<ConversionRate>] = [
    Column("exchange", "Exchange, as in --exchange", \.exchange.nilIfEmpty),
    Column("pair", "Pair as it is listed (BTC-USD)", \.pair.symbol),
    Column("rate", .number, "Last price (quote currency)", \.rate),
  ]
}
