import Foundation
import MarketCore
import Testing

/// The instruments of Bitstamp.
struct BitstampInstrumentsTests {
  @Test func `steps are told as numbers of decimals`() async throws {
    let market = BitstampMarket.market()
    let instruments = try await market.client.instruments().get()
    #expect(market.asked == ["markets/"])
    #expect(
      instruments.value.map(\.pair.symbol) == ["1INCH-BTC", "BTC-USD", "BTC-USDT", "PYUSD-EUR"])
    #expect(instruments.warnings == [])
    let inch = instruments.value[0]
    #expect(inch.status == "Disabled")
    #expect(inch.minimumNotional?.plain == "0.0002")
    #expect(inch.tickSize?.plain == "0.00000001")
    #expect(inch.name == nil)
    let bitcoin = instruments.value[1]
    #expect(bitcoin.status == "Enabled")
    #expect(bitcoin.tickSize?.plain == "1")
    #expect(bitcoin.lotSize?.plain == "0.00000001")
    #expect(bitcoin.minimumOrder == nil && bitcoin.maximumOrder == nil)
    #expect(bitcoin.minimumNotional?.plain == "10")
    #expect(bitcoin.id == .text("BTC/USD"))
    #expect(bitcoin.name == "Bitcoin")
    #expect(instruments.value[3].tickSize == nil)
  }

  @Test(arguments: [
    ("Bitcoin / U.S. dollar", "Bitcoin"), ("A / B / Euro", "A"), ("Bitcoin/U.S. dollar", nil),
    ("Bitcoin", nil), ("", nil),
  ])
  func `a name is the part of the description before the quote`(
    description: String, name: String?
  ) async throws {
    let market = BitstampMarket.market([
      "markets/": #"[{"name":"BTC/USD","description":"\#(description)"}]"#
    ])
    #expect(try await market.client.instruments().get().value.map(\.name) == [name])
    let ticker = try await market.client.tickers(of: [Pair(symbol: "BTC-USD")]).get().value[0]
    #expect(ticker.name == name)
    #expect(ticker.line.hasPrefix("BTC-USD 27409 "))
  }

  @Test func `without a path name it is that of the pair, in small letters`() async throws {
    let market = BitstampMarket.market(["order_book/pyusdeur/?group=1": #"{"bids":[],"asks":[]}"#])
    _ = try await market.client.book(of: Pair(symbol: "PYUSD-EUR")).get()
    #expect(market.asked == ["markets/", "order_book/pyusdeur/?group=1"])
  }

  @Test func `a step that is wrong hides only its row`() async throws {
    let market = BitstampMarket.market([
      "markets/": """
      [{"name":"A/USD","base_decimals":-1},{"name":"B/USD","counter_decimals":1.5},\
      {"name":"C/USD","counter_decimals":39},{"name":"D/USD","minimum_order_value":"10.0 USD"},\
      {"name":"E/USD"},{"name":" "},{}]
      """
    ])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.pair.symbol) == ["E-USD"])
    #expect(answer.warnings.count == 6)
  }
}

/// The recorded responses of Bitstamp.
struct BitstampFixturesTests {
  private let client = MarketClient.recorded(Bitstamp())
  private let pair = Pair(symbol: "BTC-USD")

  @Test func `recorded books are read without omissions`() async throws {
    for symbol in ["BTC-USD", "ETH-BTC"] {
      for _ in 1...3 {
        let pair = Pair(symbol: symbol)
        let levels = try await client.book(of: pair).get()
        let orders = try await client.book(of: pair, detail: .orders).get()
        #expect(levels.warnings + orders.warnings == [])
        #expect(levels.value.bids.count == 60)
        #expect(!levels.value.isCrossed)
        #expect(orders.value.imbalance() == levels.value.imbalance())
        #expect(orders.value.bids.count > 60)
      }
    }
  }

  @Test func `recorded candles and traits are there`() async throws {
    for period in [Period.oneDay, .oneHour] {
      let answer = try await client.candles(of: pair, period: period).get()
      #expect(answer.value.count == 60)
      #expect(answer.warnings == [])
      #expect(answer.value.contains { $0.volume == 0 } == (period == .oneHour))
    }
    let tickers = try await client.tickers().get().value
    #expect(
      tickers.first { $0.pair.symbol == "HBAR-USD" }?.line == "HBAR-USD - - - - - - 0")
    #expect(tickers.first { $0.pair.symbol == "GODS-USD" }?.bid == nil)
  }
}
