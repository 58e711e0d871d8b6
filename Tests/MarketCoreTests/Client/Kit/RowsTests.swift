import Foundation
@testable import MarketCore
import Testing

/// The rows of a response, of which invalid rows are skipped.
struct RowsTests {
  @Test func `a bad ticker is left out with its reason, wherever it stands`() async throws {
    let answer = try await answer(
      """
      [1,{"symbol":"B-C"},{"symbol":"C-D","price_24h":"x"},[[{}]],{"volume_24h":1},
      {"symbol":"A-B"},null,"x"]
      """
    ).tickers().get()
    #expect(answer.value.map(\.pair.symbol) == ["B-C", "A-B"])
    #expect(
      answer.warnings.map(\.description) == [
        "[0] is not an object", "C-D: price_24h is not a number",
        "[3] is not an object", "[4].symbol is missing", "[6] is null", "[7] is not an object",
      ])
  }

  @Test func `a pair that is there twice counts as it is there first`() async throws {
    let answer = try await answer(
      """
      [{"symbol":"A-B","last_trade_price":1},{"symbol":"C-D"},
      {"symbol":"A-B","last_trade_price":2},{"symbol":"A-B"}]
      """
    ).tickers().get()
    #expect(answer.value.map(\.pair.symbol) == ["A-B", "C-D"])
    #expect(answer.value.first?.last == 1)
    #expect(answer.warnings.map(\.description) == ["A-B: duplicate", "A-B: duplicate"])
  }

  @Test func `a list of nothing is none`() async throws {
    await #expect(throws: MarketError.emptyResponse) { try await answer("[]").tickers().get() }
    await #expect(throws: MarketError.emptyResponse) { try await answer("{}").instruments().get() }
  }

  @Test(arguments: [1000, 1001])
  func `an answer of which more than a thousand rows are bad is no answer`(count: Int) async {
    let rows = Array(repeating: "1", count: count) + [#"{"symbol":"A-B"}"#]
    let answer = await answer("[\(rows.joined(separator: ","))]").tickers()
    #expect((try? answer.get().warnings.count) == (count == 1000 ? 1000 : nil))
    if case .failure(let error) = answer {
      #expect(error == .malformed("[1000] is not an object"))
    }
  }

  @Test func `an entry of a book that offers nothing is left out with its reason`() async throws {
    let answer = try await answer(
      """
      {"symbol":"A-B","bids":[{"px":1,"qty":0},{"px":1,"qty":2,"num":3},{"px":3,"qty":-1}],
      "asks":[{"px":4},{"px":7,"qty":1},{"qty":1},{"px":6,"qty":1},5]}
      """
    ).book(of: Pair(symbol: "A-B")).get()
    #expect(answer.value.bids == [.init(price: 1, quantity: 2, orders: 3)])
    #expect(answer.value.asks.map(\.price) == [6, 7])
    #expect(
      answer.warnings.map(\.description) == [
        "bids[0].qty is not above 0", "bids[2].qty is not above 0", "asks[0].qty is missing",
        "asks[2].px is missing", "asks[4] is not an object",
      ])
  }

  @Test func `the instruments are sorted, named by their key, and without the bad ones`()
    async throws
  {
    let answer = try await answer(
      """
      {"B-C":{"base_currency":"b","counter_currency":"c","id":2},"D-E":[],
      "A-B":{"base_currency":"A","counter_currency":"B","id":1},"C-D":{"base_currency":"C"}}
      """
    ).instruments().get()
    #expect(
      answer.value == [
        Instrument(pair: Pair(symbol: "A-B"), id: .number(1)).on("blockchain"),
        Instrument(pair: Pair(symbol: "B-C"), id: .number(2)).on("blockchain"),
      ])
    #expect(
      answer.warnings.map(\.description) == [
        "C-D: counter_currency is missing", "D-E: not an object",
      ])
  }

  private func answer(_ body: String) -> MarketClient { .stub { _ in .success(.text(body)) } }
}
