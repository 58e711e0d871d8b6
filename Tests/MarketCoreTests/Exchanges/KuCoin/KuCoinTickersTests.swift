import MarketCore
import TestTools
import Testing

/// The tickers of KuCoin, and their requests.
struct KuCoinTickersTests {
  private static let renamed = Pair(symbol: "BSV-USDT")
  private static let symbol = "\(KuCoinMarket.symbols)/BTC-USDT"

  @Test(
    arguments: [
      (
        KuCoinMarket.bitcoin,
        "BTC-USDT 27412.3 27412.2 27412.4 26954.1 27500 26900.5 312.5000000000000137"
      ),
      // The pair is the name in capitals; the price 24 hours ago may only follow from the change.
      (
        #"{"symbol":"ETH2-ETH","symbolName":"ksETH-ETH","last":"0.99","changePrice":"-0.01","open":null,"vol":"0"}"#,
        "KSETH-ETH 0.99 - - 1 - - 0"
      ),
      (#"{"symbol":"A-B","last":"2","changePrice":"2"}"#, "A-B 2 - - - - - -"),
      (#"{"symbol":"A-B","last":"2","changePrice":"3"}"#, "A-B 2 - - - - - -"),
      // A new pair; zeros; plain numbers and unknown members.
      (
        #"{"symbol":"A-B","symbolName":"A-B","buy":null,"sell":null,"changePrice":null,"open":null,"high":null,"low":null,"vol":null,"last":null}"#,
        "A-B - - - - - - -"
      ),
      (
        #"{"symbol":"A-B","last":"0","buy":"0","sell":"3","changePrice":"0","vol":"0"}"#,
        "A-B - - 3 - - - 0"
      ),
      (
        #"{"symbol":"A-B","last":1.5,"sell":1.7e-7,"open":1,"changePrice":9,"vol":5E-8,"new":{}}"#,
        "A-B 1.5 - 0.00000017 1 - - 0.00000005"
      ),
    ])
  func `a row is read by its members`(row: String, line: String) async throws {
    let market = KuCoinMarket.market([KuCoinMarket.all: KuCoinMarket.tickers(row)])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.changeReference) == [.dayAgo])
  }

  @Test func `invalid rows are skipped and counted`() async throws {
    let rows = #"{"symbol":"A-B","last":" "},{"symbol":""},{},7,{"symbol":"C-D","vol":"x"}"#
    let market = KuCoinMarket.market([
      KuCoinMarket.all: KuCoinMarket.tickers(KuCoinMarket.bitcoin, rows)
    ])
    let answer = try await market.client.tickers(details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USDT"])
    #expect(
      answer.warnings.map(\.description) == [
        "A-B: last is not a number", "data.ticker[2].symbol is empty",
        "data.ticker[3].symbol is missing", "data.ticker[4] is not an object",
        "C-D: vol is not a number",
      ])
  }

  @Test(
    arguments: [
      (nil, .none, [KuCoinMarket.all]), (nil, .all, [KuCoinMarket.all, KuCoinMarket.currencies]),
      (["BTC-USDT"], .none, [KuCoinMarket.stats("BTC-USDT"), symbol]),
      (["BSV-USDT", "BTC-USDT"], .none, [KuCoinMarket.all]),
      // The symbol of a renamed coin is only in the list.
      (
        ["BSV-USDT"], .names,
        [
          KuCoinMarket.stats("BCHSV-USDT"), KuCoinMarket.symbols,
          "\(KuCoinMarket.symbols)/BSV-USDT", KuCoinMarket.currencies,
        ]
      ),
    ] as [([String]?, TickerDetails, [String])])
  func `only what is needed is requested`(
    symbols: [String]?, details: TickerDetails, targets: [String]
  ) async throws {
    #expect(try await KuCoinMarket.market().asked(forTickersOf: symbols, details) == targets)
  }

  @Test func `symbols and names are requested once`() async throws {
    let market = KuCoinMarket.market()
    for _ in 1...2 {
      let answer = try await market.client.tickers(of: [Self.renamed], details: .names).get()
      #expect(answer.value.map(\.name) == ["Bitcoin SV"])
      #expect(answer.value.map(\.line) == ["BSV-USDT 31.5 - - - - - 9"])
    }
    #expect(market.asked.filter { $0 == KuCoinMarket.symbols }.count == 1)
    #expect(market.asked.filter { $0 == KuCoinMarket.currencies }.count == 1)
    market.forget()
    _ = try await market.client.ticker(of: Pair(symbol: "BTC-USDT")).get()
    #expect(market.asked == [KuCoinMarket.stats("BTC-USDT")])
  }

  /// A new coin can have the old code of a renamed one.
  @Test func `a symbol whose name is another pair is not requested`() async throws {
    let market = KuCoinMarket.market([
      "\(KuCoinMarket.symbols)/BSV-USDT": KuCoinMarket.body(
        #"{"symbol":"BSV-USDT","name":"X-USDT"}"#)
    ])
    let answer = try await market.client.tickers(of: [Self.renamed], details: .none).get()
    #expect(answer.value.map(\.line) == ["BSV-USDT 31.5 - - - - - 9"])
    #expect(market.asked.last == KuCoinMarket.stats("BCHSV-USDT"))
  }

  @Test func `without names, there are prices and a note`() async throws {
    let market = KuCoinMarket.market()
    market.answer(KuCoinMarket.currencies, with: .text("", status: 503))
    let answer = try await market.client.tickers(details: .names).get()
    #expect(answer.value.map(\.name) == [nil, nil])
    #expect(
      answer.warnings == [.note("no currency names: HTTP 503 Service Unavailable")])
  }

  @Test(arguments: ["BTC-USDD", "BTCUSDT", "BTC-", "é-USDT", "BTC-USDT/../x", "ETH-USDT"])
  func `a pair that is not listed is unknown`(symbol: String) async throws {
    let market = KuCoinMarket.market()
    await expectUnknown(symbol) {
      try await market.client.ticker(of: Pair(symbol: symbol)).get()
    }
    let targets = [KuCoinMarket.symbols, "\(KuCoinMarket.symbols)/\(symbol)"]
    #expect(market.asked.allSatisfy(targets.contains))
  }

  @Test func `null of a listed pair is a failure that may pass`() async {
    let market = KuCoinMarket.market([KuCoinMarket.stats("BTC-USDT"): KuCoinMarket.body("null")])
    let error = await #expect(throws: MarketError.self) {
      try await market.client.ticker(of: Pair(symbol: "BTC-USDT")).get()
    }
    #expect(error == .exchangeError(message: "no data for BTC-USDT", isTransient: true))
  }

  @Test func `30 seconds have a weight of at most 2,000`() async throws {
    let market = KuCoinMarket.market()
    let client = market.client
    for _ in 1...133 { _ = try await client.tickers(details: .none).get() }
    #expect(market.clock.now == .zero)
    _ = try await client.tickers(details: .none).get()
    #expect(market.clock.now == .seconds(30))
  }
}
