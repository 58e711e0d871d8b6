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
      try list.objects(named: .symbol) { try BlockchainTicker($0) }
    }
    for row in rows?.elements ?? [] { check(row) }
    tryCoding([Ticker].self, response.body)
  case 1:
    if let row = try? response.parsed({ try BlockchainTicker($0) }) { check(row) }
    tryCoding(BlockchainTicker.self, response.body)
    tryCoding([Candle].self, response.body)
  case 2:
    let rows = try? response.parsed { (list: JSONObject) in
      try list.rows {
        Instrument(try BlockchainSymbol($1, isForInstrument: true), of: Pair(symbol: $0))
      }
    }
    for instrument in rows?.elements ?? [] {
      for column in Instrument.columns { check(column.cell(of: instrument, asOf: now)) }
    }
    tryCoding([String: BlockchainSymbol].self, response.body)
    tryCoding([Instrument].self, response.body)
  default:
    let detail = (bytes.first ?? 0) % 5 == 3 ? BookDetail.levels : .orders
    tryCoding(BlockchainOrderBook.self, response.body)
    tryCoding(OrderBook.self, response.body)
    guard
      let (sent, _) = try? response.parsed(BlockchainOrderBook.withoutInvalidEntries)
    else { break }
    let book = OrderBook(sent, detail: detail)
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

private func check(_ row: BlockchainTicker) {
  for column in Ticker.columns { check(column.cell(of: Ticker(row), asOf: .distantPast)) }
}

/// What can be decoded can be encoded, and is the same then.
private func tryCoding<Model: Codable & Equatable>(_ type: Model.Type, _ json: Data) {
  guard let model = try? JSONDecoder().decode(type, from: json) else { return }
  let encoded = try? JSONEncoder().encode(model)
  let decoded = encoded.flatMap { try? JSONDecoder().decode(type, from: $0) }
  precondition(
    decoded == model, encoded.map { String(decoding: $0, as: UTF8.self) } ?? "not encoded")
}
