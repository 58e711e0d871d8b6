import Foundation
@testable import MarketCore
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests of a client, and their answers.
struct MarketClientTests {
  private static let row =
    #"{"symbol":"BTC-USD","price_24h":1,"volume_24h":2,"last_trade_price":3}"#
  private static let book = #"{"symbol":"BTC-USD","bids":[],"asks":[{"px":2,"qty":1,"num":7}]}"#
  private static let entry = #"{"base_currency":"BTC","counter_currency":"USD","status":"open"}"#
  private static let bitcoin = Pair(symbol: "BTC-USD")

  private let exchange = CannedExchange([
    "tickers": "[\(row)]", "tickers/BTC-USD": row, "l2/BTC-USD": book, "l3/BTC-USD": book,
    "symbols": #"{"BTC-USD":\#(entry)}"#, "symbols/BTC-USD": entry,
  ])

  @Test func `each question asks for its own path, once, and reads the answer`() async throws {
    let client = exchange.client
    let ticker = Ticker(
      "BTC-USD", open: "1", last: "3", volume: "2", showsMissingLastAsZero: true
    ).on("blockchain")
    let book = OrderBook(
      pair: Self.bitcoin, bids: [], asks: [.init(price: 2, quantity: 1, orders: 7)]
    ).on("blockchain")
    let instrument = Instrument(pair: Self.bitcoin, status: "open", state: .open).on("blockchain")
    #expect(try await client.tickers().get().value == [ticker])
    #expect(try await client.ticker(of: Self.bitcoin).get().value == ticker)
    #expect(try await client.book(of: Self.bitcoin).get().value == book)
    let orders = OrderBook(
      pair: Self.bitcoin, bids: [], asks: [.init(price: 2, quantity: 1, orderID: .number(7))]
    ).on("blockchain")
    #expect(try await client.book(of: Self.bitcoin, detail: .orders).get().value == orders)
    #expect(try await client.instruments().get().value == [instrument])
    #expect(try await client.instrument(of: Self.bitcoin).get().value == instrument)
    #expect(
      exchange.asked == [
        "tickers", "tickers/BTC-USD", "l2/BTC-USD", "l3/BTC-USD", "symbols", "symbols/BTC-USD",
      ])
  }

  @Test func `a request asks for JSON, uncached, within the client's timeout`() async throws {
    var client = exchange.client
    client.timeout = .milliseconds(1500)
    _ = await client.book(of: Self.bitcoin)
    let request = try #require(exchange.requests.first)
    #expect(request.httpMethod == "GET")
    #expect(request.timeoutInterval == 1.5)
    #expect(request.cachePolicy == .reloadIgnoringLocalCacheData)
    #expect(request.allHTTPHeaderFields == ["Accept": "application/json"])
  }

  @Test func `an answer tells when it arrived`() async throws {
    let answer = try await exchange.client.tickers().get()
    #expect(answer.asOf == Date(timeIntervalSince1970: 1_000_000))
    #expect(answer.warnings.isEmpty)
  }

  @Test(arguments: [200, 201, 203, 299])
  func `any status of 2xx is an answer`(status: Int) async throws {
    let client = MarketClient.stub { _ in .success(.text(#"[{"symbol":"A-B"}]"#, status: status)) }
    #expect(try await client.tickers().get().value.map(\.pair.symbol) == ["A-B"])
  }

  @Test(
    arguments: [
      (429, nil, .rateLimited(retryAfter: nil)), (429, "7", .rateLimited(retryAfter: 7)),
      (429, "soon", .rateLimited(retryAfter: nil)),
      (429, "Mon, 12 Jan 1970 13:46:50 GMT", .rateLimited(retryAfter: 10)),
      (503, "7", .httpStatus(503, retryAfter: 7)),
      (500, nil, .httpStatus(500, retryAfter: nil)),
      (400, nil, .httpStatus(400, retryAfter: nil)),
      (404, nil, .httpStatus(404, retryAfter: nil)),
      (199, nil, .httpStatus(199, retryAfter: nil)),
      (304, nil, .httpStatus(304, retryAfter: nil)),
      (0, nil, .httpStatus(0, retryAfter: nil)),
    ] as [(Int, String?, MarketError)])
  func `any other status is an error, with the delay that was asked for`(
    status: Int, retryAfter: String?, error: MarketError
  ) async {
    let headers = retryAfter.map { ["retry-after": $0] } ?? [:]
    let client = MarketClient.stub { _ in
      .success(.text("[]", status: status, headers: headers))
    }
    await #expect(throws: error) { try await client.tickers().get() }
  }

  @Test(arguments: [
    MarketError.timedOut(seconds: 2), .unreachable("x"), .untrusted("x"), .cancelled,
    .rateLimited(retryAfter: 1), .tooLarge(limit: 1), .malformed("x"),
  ])
  func `an error of the transport is the error of every question`(error: MarketError) async {
    let client = MarketClient.failing(error)
    await #expect(throws: error) { try await client.tickers().get() }
    await #expect(throws: error) { try await client.ticker(of: Self.bitcoin).get() }
    await #expect(throws: error) { try await client.book(of: Self.bitcoin, detail: .orders).get() }
    await #expect(throws: error) { try await client.instruments().get() }
    await #expect(throws: error) { try await client.instrument(of: Self.bitcoin).get() }
  }

  @Test func `a client names its source`() throws {
    let base = try #require(URL(string: "http://127.0.0.1:1/v3"))
    let transport = Transport { _ in .failure(.cancelled) }
    #expect(MarketClient(transport, base: base).source == "http://127.0.0.1:1/v3")
    #expect(MarketClient(transport, base: base, source: "here").source == "here")
    #expect(MarketClient(transport, base: base).timeout == .seconds(10))
    #expect(MarketClient.live(at: base, userAgent: "x").source == "http://127.0.0.1:1/v3")
    #expect(
      MarketClient.live(at: base, userAgent: "x", timeout: .seconds(3)).timeout == .seconds(3))
    #expect(MarketClient.stub { _ in .failure(.cancelled) }.source == "stub")
    #expect(MarketClient.replay(URL(filePath: "/tmp/rec")).source == "/tmp/rec")
    #expect(Exchanges.standard.url.absoluteString == "https://api.blockchain.com/v3/exchange")
  }
}
