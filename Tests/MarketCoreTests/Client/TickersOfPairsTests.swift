import Foundation
import MarketCore
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests for the tickers of certain pairs.
struct TickersOfPairsTests {
  private static let rows = ["C-USD", "A-USD", "B-USD"]
  private static let list =
    "[" + rows.map { #"{"symbol":"\#($0)","last_trade_price":1}"# }.joined(separator: ",") + "]"
  private static let single = #"{"symbol":"A-USD","last_trade_price":2}"#
  private static let pair = Pair(symbol: "A-USD")

  private static func ticker(last: String?) -> Ticker {
    Ticker("A-USD", last: last, showsMissingLastAsZero: true).on("blockchain")
  }

  @Test func `one pair is asked for alone`() async throws {
    let exchange = CannedExchange(["tickers": Self.list, "tickers/A-USD": Self.single])
    let answer = try await exchange.client.tickers(of: [Self.pair]).get()
    #expect(answer.value == [Self.ticker(last: "2")])
    #expect(answer.asOf == Date(timeIntervalSince1970: 1_000_000))
    #expect(answer.source == "http://stub/v3")
    #expect(exchange.asked == ["tickers/A-USD"])
  }

  @Test(arguments: [500, 404, 400])
  func `one pair that the exchange fails to give is taken from the list`(status: Int) async throws {
    let exchange = CannedExchange(
      ["tickers": Self.list], responses: ["tickers/A-USD": .text("", status: status)])
    let answer = try await exchange.client.tickers(of: [Self.pair]).get()
    #expect(answer.value == [Self.ticker(last: "1")])
  }

  @Test func `the list has only the time that is left`() async {
    let deadlines = Mutex<[Double]>([])
    let transport = Transport { request in
      deadlines.withLock { $0.append(request.timeoutInterval) }
      // The client measures real time.
      try? await Task.sleep(for: .milliseconds(20))
      return .success(.text("", status: 500))
    }
    let client = MarketClient(transport, timeout: .patient)
    _ = await client.tickers(of: [Self.pair])
    let asked = deadlines.withLock(\.self)
    #expect(asked.count == 2)
    #expect(asked.first == 600)
    #expect(asked.last.map { $0 > 0 && $0 < 599.99 } == true)
  }

  @Test func `one pair of which there is no recording is taken from the list`() async throws {
    let directory = try Directory(["tickers/1.json": #"[{"symbol":"A-USD"},{"symbol":"B-USD"}]"#])
    let answer = try await directory.client.tickers(of: [Self.pair]).get()
    #expect(answer.value == [Self.ticker(last: nil)])
  }

  @Test(arguments: [["A-USD", "C-USD"], ["C-USD", "A-USD"], ["B-USD", "C-USD", "A-USD"]])
  func `several are taken from the list, in the order in which they are asked for`(
    symbols: [String]
  ) async throws {
    let exchange = CannedExchange(["tickers": Self.list])
    let answer = try await exchange.client.tickers(of: symbols.map(Pair.init(symbol:))).get()
    #expect(answer.value.map(\.pair.symbol) == symbols)
    #expect(exchange.asked == ["tickers"])
  }

  @Test(arguments: [
    (["A-USD", "A-USDD"], ["A-USD"], ["A-USDD"]), (["A-USDD", "B-USD"], ["B-USD"], ["A-USDD"]),
    (["QQQQQ-JPY", "C-USD", "A-USDD", "A-USD"], ["C-USD", "A-USD"], ["QQQQQ-JPY", "A-USDD"]),
  ])
  func `those that are listed are given, and each of the others is said`(
    symbols: [String], listed: [String], unknown: [String]
  ) async throws {
    let exchange = CannedExchange(["tickers": Self.list])
    let answer = try await exchange.client.tickers(of: symbols.map(Pair.init(symbol:))).get()
    #expect(answer.value.map(\.pair.symbol) == listed)
    let near = ["A-USDD": ["A-USD"]]
    #expect(
      answer.failures.map { error in
        guard case .unknownSymbol(let symbol, let names) = error else { return "\(error)" }
        return near[symbol].map { names.starts(with: $0) ? symbol : "\(error)" } ?? symbol
      } == unknown)
  }

  @Test(arguments: [["A-USDD"], ["A-USDD", "QQQQQ-JPY"]])
  func `where none is listed the first is said, with near names`(symbols: [String]) async {
    let exchange = CannedExchange(["tickers": Self.list])
    let error = await #expect(throws: MarketError.self) {
      try await exchange.client.tickers(of: symbols.map(Pair.init(symbol:))).get()
    }
    guard case .unknownSymbol("A-USDD", let near) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(near.first == "A-USD")
  }

  @Test(arguments: [
    MarketError.timedOut(seconds: 1), .rateLimited(retryAfter: 3), .malformed("x"),
    .httpStatus(503, retryAfter: nil),
  ])
  func `any other failure is that of the question`(error: MarketError) async {
    let exchange = CannedExchange(["tickers": Self.list])
    exchange.fail("tickers/A-USD", with: error)
    await #expect(throws: error) { try await exchange.client.tickers(of: [Self.pair]).get() }
    #expect(exchange.asked == ["tickers/A-USD"])
    let client = MarketClient.failing(error)
    await #expect(throws: error) {
      try await client.tickers(of: [Self.pair, Pair(symbol: "B-USD")]).get()
    }
  }
}
