import Foundation
import MarketCore
import Testing

/// The order books of Bitfinex.
struct BitfinexBookTests {
  private static let levels = "book/tBTCUSD/P0?len=250"
  private static let orders = "book/tBTCUSD/R0?len=250"

  private func book(
    _ rows: String, _ detail: BookDetail = .levels
  ) async throws(MarketError) -> Answer<OrderBook> {
    let market = BitfinexMarket.market([
      detail == .levels ? Self.levels : Self.orders: rows, BitfinexMarket.spellings: "[[],[]]",
    ])
    return try await market.client.book(of: Pair(symbol: "BTC-USD"), detail: detail).get()
  }

  @Test func `an amount above 0 is a bid, one below 0 an ask`() async throws {
    let book = try await book(
      "[[27412,2,0.5],[27410,1,1e-8],[27413,3,-2],[27415,1,-0.25,null,7.5,\"new\"]]"
    ).value
    #expect(book.bids.map(\.line) == ["0.5 @ 27412 ×2", "0.00000001 @ 27410 ×1"])
    #expect(book.asks.map(\.line) == ["2 @ 27413 ×3", "0.25 @ 27415 ×1"])
  }

  @Test func `single orders have ids, and their price in the second place`() async throws {
    let book = try await book(
      "[[9007199254740993,27412,0.5],[2,27412,0.25],[3,27413,-2]]", .orders
    ).value
    #expect(book.bids.map(\.line) == ["0.5 @ 27412 #9007199254740993", "0.25 @ 27412 #2"])
    #expect(book.asks.map(\.line) == ["2 @ 27413 #3"])
  }

  @Test func `a count or an id that does not fit is unknown, and the row is there`() async throws {
    let levels = try await book(
      "[[1,null,1],[2,1e400,1],[3,\"4\",1],[4,123456789012345678901,1],[5,{},1]]")
    #expect(
      levels.value.bids.map(\.line) == ["1 @ 5 ×?", "1 @ 4 ×?", "1 @ 3 ×4", "1 @ 2 ×?", "1 @ 1 ×?"])
    #expect(levels.warnings == [])
    let orders = try await book("[[12345678901234567890,1,1],[null,2,1]]", .orders)
    #expect(orders.value.bids.map(\.price.plain) == ["2", "1"])
  }

  @Test func `entries that offer nothing are left out and counted`() async throws {
    let answer = try await book(#"[[1,1,0],[2,1,"x"],[null,1,1],[3,1],7,[4,1,"-1.5"]]"#)
    #expect(answer.value.asks.map(\.line) == ["1.5 @ 4 ×1"])
    #expect(answer.value.bids == [])
    #expect(answer.warnings.count == 5)
  }

  @Test func `an empty book is one`() async throws {
    #expect(try await book("[]").value.isEmpty)
  }

  @Test(arguments: [BookDetail.levels, .orders])
  func `the book of a plain pair takes one request, of another also the spellings`(
    detail: BookDetail
  ) async throws {
    let precision = detail == .levels ? "P0" : "R0"
    let market = BitfinexMarket.market([
      "book/tBTCUSD/\(precision)?len=250": "[]", "book/tLINK:UST/\(precision)?len=250": "[]",
    ])
    let client = market.client
    _ = try await client.book(of: Pair(symbol: "BTC-USD"), detail: detail).get()
    #expect(market.asked == ["book/tBTCUSD/\(precision)?len=250"])
    _ = try await client.book(of: Pair(symbol: "LINK-USDT"), detail: detail).get()
    _ = try await client.book(of: Pair(symbol: "LINK-USDT"), detail: detail).get()
    #expect(
      market.askedSorted == [
        "book/tBTCUSD/\(precision)?len=250", "book/tLINK:UST/\(precision)?len=250",
        "book/tLINK:UST/\(precision)?len=250", BitfinexMarket.spellings,
      ])
  }
}
