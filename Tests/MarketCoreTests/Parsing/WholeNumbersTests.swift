import Foundation
import MarketCore
import Testing

/// Integers in JSON that are invalid or too large: only their row is skipped.
struct WholeNumbersTests {
  private static let bad = [
    "1.5", "99999999999999999999", "-99999999999999999999", "18446744073709551616", "1e400",
    "\"1.5\"", "\"x\"", "\"\"", "true", "[]", "{}",
  ]

  @Test(arguments: bad)
  func `a count of orders that is none hides its level`(number: String) async throws {
    let client = Self.client(
      #"{"symbol":"A-B","bids":[{"px":1,"qty":2,"num":\#(number)},{"px":1,"qty":3,"num":"4"}],"asks":[]}"#
    )
    for detail in [BookDetail.levels, .orders] {
      let answer = try await client.book(of: Pair(symbol: "A-B"), detail: detail).get()
      #expect(answer.value.bids.map(\.quantity) == [3])
      #expect(answer.warnings.count == 1)
      #expect("\(answer.warnings)".contains("bids[0]"))
    }
  }

  @Test(
    arguments: bad + ["-1", "39"],
    ["min_price_increment_scale", "lot_size_scale", "min_order_size_scale", "max_order_size_scale"])
  func `a number of decimals that is none hides its symbol`(
    number: String, key: String
  ) async throws {
    let client = Self.client(
      """
      {"A-B":{"base_currency":"A","counter_currency":"B","\(key)":\(number)},
      "C-D":{"base_currency":"C","counter_currency":"D","\(key)":"8"}}
      """)
    let answer = try await client.instruments().get()
    #expect(answer.value.map(\.pair.symbol) == ["C-D"])
    #expect(answer.warnings.count == 1)
    #expect("\(answer.warnings)".hasPrefix("[A-B: "))
  }

  @Test(arguments: bad)
  func `an id that is none hides its symbol`(number: String) async throws {
    let client = Self.client(
      """
      {"A-B":{"base_currency":"A","counter_currency":"B","id":\(number)},
      "C-D":{"base_currency":"C","counter_currency":"D","id":18446744073709551615}}
      """)
    let answer = try await client.instruments().get()
    #expect(answer.value.map(\.id) == [.number(.max)])
    #expect("\(answer.warnings)".hasPrefix("[A-B: "))
  }

  @Test(arguments: ["1e400", "-1e400", "1e-400", "\"1e400\"", "true", "{}"])
  func `a price that is none hides its ticker, which is named`(number: String) async throws {
    let client = Self.client(
      #"[{"symbol":"A-B","price_24h":\#(number)},{"symbol":"C-D","price_24h":1}]"#)
    let answer = try await client.tickers().get()
    #expect(answer.value.map(\.pair.symbol) == ["C-D"])
    #expect(answer.warnings.count == 1)
    #expect("\(answer.warnings)".hasPrefix("[A-B: "))
  }

  private static func client(_ body: String) -> MarketClient {
    .stub { _ in .success(.text(body)) }
  }
}
