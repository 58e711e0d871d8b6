public import Foundation

/// A rate by which amounts are converted: the price of a listed pair, or 1 if stablecoins and the dollar
/// count as equal.
public struct ConversionRate: Hashable, Sendable {
  /// The exchange; `nil` for a rate of 1 because stablecoins and the dollar count as equal.
  public let exchange: ExchangeID?
  /// The pair. Amounts are converted from its base to its quote, or in the other direction.
  public let pair: Pair
  /// The last price, or the close of one candle, above 0, in the quote currency of the pair; `nil` if rates are
  /// the closes of several candles.
  public let rate: Decimal?

  /// Creates a rate.
  public init(exchange: ExchangeID?, pair: Pair, rate: Decimal?) {
    (self.exchange, self.pair, self.rate) = (exchange, pair, rate)
  }
}

extension ConversionRate: Row {
  /// The columns of a rate.
  public enum Columns {
    public static let exchange = Column<ConversionRate>(
      "exchange", "Exchange, as in --exchange", \.exchange?.rawValue)
    public static let pair = Column<ConversionRate>(
      "pair", "Pair as it is listed (BTC-USD)", \.pair.symbol)
    public static let rate = Column<ConversionRate>(
      "rate", .number, "Last price, or past close (quote currency)", \.rate)
  }
  public static let columns: [Column<ConversionRate>] = [
    Columns.exchange, Columns.pair, Columns.rate,
  ]
}
