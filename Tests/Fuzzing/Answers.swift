import Foundation

@testable import MarketCore

/// The first byte says which answer the others are.
func tryAnswers(_ input: UnsafeBufferPointer<UInt8>) {
  let bytes = Data(input)
  let (response, pair) = (Transport.Response(body: bytes.dropFirst()), Pair(symbol: "BTC-USD"))
  let now = Date.distantPast
  switch (bytes.first ?? 0) % 5 {
  case 0:
    let rows = try? response.parsed { (list: JSONArray) in
      try list.objects(named: "symbol") { try BlockchainCom.ticker($0) }
    }
    for row in rows?.elements ?? [] {
      for column in Ticker.columns { check(column.cell(of: row, asOf: now)) }
    }
  case 1:
    guard let row = try? response.parsed({ try BlockchainCom.ticker($0) }) else { break }
    for column in Ticker.columns { check(column.cell(of: row, asOf: now)) }
  case 2:
    let rows = try? response.parsed { (list: JSONObject) in
      try list.rows(BlockchainCom.instrument)
    }
    for instrument in rows?.elements ?? [] {
      for column in Instrument.columns { check(column.cell(of: instrument, asOf: now)) }
    }
  default:
    let detail = (bytes.first ?? 0) % 5 == 3 ? BookDetail.levels : .orders
    guard let (book, _) = try? response.parsed({ try BlockchainCom.book(detail, $0) }) else {
      break
    }
    for order in [MarketOrder(.buy, 2), MarketOrder(.sell, 1000, isInQuote: true)] {
      var model = OrderBookViewModel(
        pair: pair, query: BookQuery(depth: nil, step: Decimal(50), detail: detail, order: order))
      model.apply(Poll(result: .success(Answer(book, asOf: now)), at: .now, next: nil))
      for row in model.bids + model.asks {
        for column in BookRow.columns { check(model.cell(of: column, in: row)) }
      }
      for column in OrderBookViewModel.columns { check(column.cell(of: model, asOf: now)) }
      if let fill = model.fill {
        for column in Fill.columns { check(column.cell(of: fill, asOf: now)) }
      }
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
