public import Foundation

extension Ticker: Listed {
  /// The last price.
  public static let watched: TickerField? = .last

  /// A field as a table shows it. A missing last price is shown as no money at all.
  public func cell(of field: TickerField, asOf: Date) -> Cell {
    let value = value(of: field, asOf: asOf)
    switch (field, value) {
    case (.last, .unknown): return Cell(value, MoneyFormat.text(0, in: pair.quote))
    case (.last, .number(let amount)), (.open, .number(let amount)),
      (.notional, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: pair.quote))
    case (.change, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: pair.quote, signed: true), tone: tone)
    case (.percent, .number(let percent)):
      // What is shown as 0.00% has no sign, so it has no tone either.
      let isFlat = percent.magnitude < Self.leastShown
      return Cell(.quotient(percent), PercentFormat.text(percent), tone: isFlat ? .flat : tone)
    case (.volume, .number(let volume)): return Cell(value, VolumeFormat.text(volume))
    default: return Cell(value)
    }
  }

  /// The least percentage that is not rounded to 0.
  private static let leastShown = Decimal(sign: .plus, exponent: -3, significand: 5)

  /// Whether the price rose or fell in the last 24 hours, by its exact change.
  public var tone: Tone {
    switch change {
    case let change? where change > 0: .up
    case let change? where change < 0: .down
    default: .flat
    }
  }
}
