import Foundation
import MarketCore

/// An expression, and whatever else a value of an option may be.
func tryExpressions(_ input: UnsafeBufferPointer<UInt8>) {
  let text = String(decoding: input, as: UTF8.self)
  do throws(ExpressionError) {
    let expression = try Condition<Ticker>(text)
    let pair = Pair(symbol: "BTC-USD")
    for ticker in [
      Ticker(pair: pair, open: 2, volume: 3, last: 3),
      Ticker(pair: pair, open: nil, volume: nil, last: nil),
    ] { _ = expression.holds(for: ticker, asOf: .distantPast) }
  } catch {
    precondition((0...text.count).contains(error.offset), text)
  }
  _ = SymbolFilter(text).matches("BTC-USD")
  _ = RowOrder<Ticker>(text)
  if let number = Decimal(exact: text) { precondition(Decimal(exact: number.plain) == number) }
  _ = MarketOrder(.buy, text, of: Pair(text))
}
