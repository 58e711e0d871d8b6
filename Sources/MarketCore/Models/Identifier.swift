import Foundation

/// The name (`XXBTZUSD`) or the number (`731604882015377`) that an exchange gives to a pair or an order.
public enum Identifier: Hashable, Sendable {
  case number(UInt64)
  case text(String)
}

extension FieldValue {
  init(_ identifier: Identifier?) {
    self =
      switch identifier {
      case nil: .unknown
      case .number(let number): .number(Decimal(number))
      case .text(let text): .text(text)
      }
  }
}
