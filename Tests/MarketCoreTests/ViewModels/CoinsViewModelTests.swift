import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The list of coins, poll by poll.
struct CoinsViewModelTests {
  private static func coins(
    _ query: ListQuery<Coin> = ListQuery(sort: RowOrder(Coin.Columns.coin)),
    codes: Set<String>? = nil
  ) -> CoinsViewModel {
    CoinsViewModel(query, of: ["a", "b"], in: "USD", codes: codes)
  }

  /// The coins and their prices, with `!` where these are marked.
  private static func rows(_ coins: CoinsViewModel) -> [String] {
    coins.rows.map { row in
      let cell = coins.cell(of: "price", in: row)
      return "\(row.code) \(cell.value.text ?? "–")\(cell.isChanged ? "!" : "")"
    }
  }

  @Test func `prices that change during the first poll of all exchanges are not marked`() {
    var coins = Self.coins()
    #expect(coins.rows.isEmpty && coins.notices == ["no coin was traded"])
    coins.apply([.tickers("a", "X-USD 100 1")])
    #expect(Self.rows(coins) == ["X 100"])
    coins.apply([.tickers("b", "X-USD 110 9", "Y-USD 1 1")])
    #expect(Self.rows(coins) == ["X 110", "Y 1"])
  }

  @Test func `a price is marked if it differs from that before the polls of all exchanges`() {
    var coins = Self.coins()
    coins.apply([.tickers("a", "X-USD 100 9", "Y-USD 1 1"), .tickers("b", "X-USD 110 1")])
    #expect(Self.rows(coins) == ["X 100", "Y 1"])
    // The exchanges answer one after the other.
    coins.apply([.tickers("a", "X-USD 101 9", "Y-USD 1 1", at: 10)])
    #expect(Self.rows(coins) == ["X 101!", "Y 1"])
    coins.apply([.tickers("b", "X-USD 110 1", at: 11)])
    #expect(Self.rows(coins) == ["X 101!", "Y 1"])
    coins.apply([.tickers("a", "X-USD 102 9", "Y-USD 1.0 1", at: 20)])
    coins.apply([.tickers("b", "X-USD 101 99", at: 21)])
    // It changed, and is again what it was.
    #expect(Self.rows(coins) == ["X 101", "Y 1"])
    coins.apply([.tickers("a", "X-USD 102 9", "Y-USD 2 1", at: 30)])
    #expect(Self.rows(coins) == ["X 101", "Y 2!"])
  }

  @Test func `a coin that is new is not marked, one that turns unknown is`() {
    var coins = Self.coins(codes: ["X", "Y"])
    coins.apply([.tickers("a", "X-USD 100 1"), .tickers("b", "Y-USD - 1")])
    #expect(Self.rows(coins) == ["X 100", "Y –"])
    coins.apply([.tickers("a", "X-USD 100 0"), .tickers("b", "Y-USD 2 1")])
    #expect(Self.rows(coins) == ["X –!", "Y 2"])
  }

  @Test func `only coins whose values differ from the polls before are shown as changes`() {
    var query = ListQuery(sort: RowOrder(Coin.Columns.coin))
    query.onlyChanges = true
    var coins = Self.coins(query)
    coins.apply([.tickers("a", "X-USD 100 1", "Y-USD 1 1"), .tickers("b", "X-USD 110 9")])
    #expect(Self.rows(coins) == ["X 110", "Y 1"])
    // The share of X and the times change.
    coins.apply([
      .tickers("a", "X-USD 100 1", "Y-USD 2 1", at: 10), .tickers("b", "X-USD 110 9", at: 10),
    ])
    #expect(Self.rows(coins) == ["Y 2!"])
    coins.apply([
      .tickers("a", "X-USD 100 1", "Y-USD 2 1", at: 20), .tickers("b", "X-USD 110 9", at: 20),
    ])
    #expect(coins.rows.isEmpty && coins.notices.isEmpty)
    // The turnover alone.
    coins.apply([
      .tickers("a", "X-USD 100 2", "Y-USD 2 1", at: 30), .tickers("b", "X-USD 110 9", at: 30),
    ])
    #expect(Self.rows(coins) == ["X 110"])
    #expect(coins.total == 2)
  }

  @Test func `a coin of which no column has changed is not a change`() {
    func poll(bid: Decimal, at second: Int) -> Poll<Answer<[Ticker]>> {
      let ticker = Ticker(pair: Pair(symbol: "X-USD"), open: 1, volume: 3, last: 2, bid: bid)
      let answer = Answer([ticker.on("kraken")], asOf: Date(timeIntervalSince1970: Double(second)))
      return Poll(exchange: "kraken", result: .success(answer), at: .second(second), next: nil)
    }
    var coins = CoinsViewModel(ListQuery(onlyChanges: true), of: ["kraken"], in: "USD")
    coins.apply([poll(bid: 1, at: 0)])
    #expect(coins.rows.map(\.historyPrice) == [2])
    coins.apply([poll(bid: 2, at: 10)])
    #expect(coins.rows.isEmpty)
  }

  @Test func `the query is about the coins, the share about all that are traded`() {
    var coins = Self.coins(ListQuery(filters: [SymbolFilter("X-USD")]))
    coins.apply([.tickers("a", "X-USD 3 1", "Y-USD 1 1"), .tickers("b", "X-EUR 1 1")])
    #expect(coins.rows.map(\.code) == ["X"] && coins.rows.map(\.share) == [75])
    coins.query.filters = [SymbolFilter("Z")]
    #expect(coins.notices == ["no coin matches"])
  }

  @Test func `a coin can be named in an exchange's own code`() {
    var coins = Self.coins(codes: ["XBT", "Y"])
    let names = [Pair(symbol: "XBT"): Pair(symbol: "BTC")]
    coins.apply([
      .tickers("a", "BTC-USD 100 1", "Z-USD 1 1", names: names), .tickers("b", "Y-USD 2 1"),
    ])
    #expect(Self.rows(coins) == ["BTC 100", "Y 2"])
  }

  @Test func `a beat begins when an exchange is polled again`() {
    var polled = PolledExchanges<[Ticker]>(["a", "b"])
    let beats = [["a"], ["b"], ["a"], ["a", "b"], ["b"], ["a"], ["a", "b"]].map { exchanges in
      polled.apply(exchanges.map { .tickers(ExchangeID(rawValue: $0)) })
      return polled.beat
    }
    #expect(beats == [1, 1, 2, 3, 4, 4, 5])
  }
}
