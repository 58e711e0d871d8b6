import Foundation
import MarketCore

/// An expression, and whatever else a value of an option may be.
func tryExpressions(_ input: UnsafeBufferPointer<UInt8>) {
  let text = String(decoding: input, as: UTF8.self)
  do throws(ExpressionError) {
    let expression = try FieldExpression<TickerField>(text)
    _ = expression.holds { field in field.isNumber ? .number(3) : .text("BTC-USD") }
    _ = expression.holds { _ in .unknown }
  } catch {
    precondition((0...text.count).contains(error.offset), text)
  }
  _ = SymbolFilter(text).matches("BTC-USD")
  _ = RowOrder<TickerField>(text)
  if let number = Decimal(exact: text) { precondition(Decimal(exact: number.plain) == number) }
  _ = MarketOrder(.buy, text, of: Pair(typed: text))
}
