import Foundation

@testable import MarketCore

/// The first byte says which answer the others are.
func tryAnswers(_ input: UnsafeBufferPointer<UInt8>) {
  let bytes = Data(input)
  let (body, pair, now) = (bytes.dropFirst(), Pair(symbol: "BTC-USD"), Date.distantPast)
  switch (bytes.first ?? 0) % 5 {
  case 0:
    for ticker in (try? Endpoint.tickers.decode(body))?.value ?? [] {
      for field in TickerField.allCases { check(ticker.cell(of: field, asOf: now)) }
    }
  case 1:
    guard let ticker = (try? Endpoint.ticker(pair).decode(body))?.value else { break }
    for field in TickerField.allCases { check(ticker.cell(of: field, asOf: now)) }
  case 2:
    for instrument in (try? Endpoint.instruments.decode(body))?.value ?? [] {
      for field in InstrumentField.allCases { check(instrument.cell(of: field, asOf: now)) }
    }
  default:
    let detail = (bytes.first ?? 0) % 5 == 3 ? BookDetail.levels : .orders
    guard let book = (try? Endpoint.book(pair, detail).decode(body))?.value else { break }
    for order in [MarketOrder(.buy, .base(2)), MarketOrder(.sell, .quote(1000))] {
      var model = OrderBookViewModel(
        pair: pair, query: BookQuery(depth: nil, step: Decimal(50), detail: detail, order: order))
      model.apply(Poll(result: .success(Answer(book, asOf: now)), at: .now, next: nil))
      for row in model.bids + model.asks {
        for field in BookField.allCases { check(model.cell(of: field, in: row)) }
      }
      for field in BookSummaryField.allCases { check(model.cell(of: field)) }
      for field in FillField.allCases { check(model.cell(of: field)) }
    }
  }
}

/// A number is shown as digits.
private func check(_ cell: Cell) {
  guard case .number(let number) = cell.value else { return }
  let text = number.plain
  precondition(text.utf8.allSatisfy { "-.0123456789".utf8.contains($0) }, text)
  precondition(!cell.text.isEmpty)
}
