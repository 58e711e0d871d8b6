public import Foundation

extension Instrument: Listed {
  /// Nothing of it moves.
  public static let watched: InstrumentField? = nil

  /// A field as a table shows it: prices with their currency, sizes with every digit.
  public func cell(of field: InstrumentField, asOf: Date) -> Cell {
    let value = value(of: field, asOf: asOf)
    switch (field, value) {
    case (.tickSize, .number(let price)):
      return Cell(value, MoneyFormat.text(price, in: pair.quote))
    case (.lotSize, .number(let size)), (.minOrder, .number(let size)):
      return Cell(value, NumberFormat.grouped(size))
    case (.maxOrder, .number(let size)):
      return Cell(value, size.isZero ? "no limit" : NumberFormat.grouped(size))
    default: return Cell(value)
    }
  }
}
