import Foundation
@testable import MarketCore
import Testing

/// The delays that errors of every exchange require.
extension CommonTests {
  /// Errors of exchanges about too many requests. Exchanges that are missing have no documented error.
  private static let limited: [ExchangeID: String] = [
    "bitfinex": #"["error",11010,"ratelimit: error"]"#,
    "binance": #"{"code":-1003,"msg":"Too many requests"}"#,
    "okx": #"{"code":"50011","msg":"Too Many Requests","data":[]}"#,
    "bybit": #"{"retCode":10006,"retMsg":"Too many visits!","result":{}}"#,
    "gate": #"{"label":"TOO_MANY_REQUESTS","message":"Too many"}"#,
    "kucoin": #"{"code":"429000","msg":"Too many requests"}"#,
    "bitget": #"{"code":"429","msg":"Too Many Requests"}"#,
    "cryptocom": #"{"code":42901,"message":"TOO_MANY_REQUESTS"}"#,
    "upbit": #"{"error":{"name":"too_many_requests","message":"x"}}"#,
    "bitvavo": #"{"errorCode":105,"error":"Your IP has been banned."}"#,
    "bitso": #"{"success":false,"error":{"code":"0801","message":"Too many requests."}}"#,
  ]

  /// A proxy before an exchange sends other bodies than the exchange itself.
  @Test(arguments: markets, ["", "<html>slow down</html>", "null", "[]", "{}", #""x""#])
  func `the delay after too many requests is the same, whatever the body is`(
    market: Market, body: String
  ) {
    let exchange = market.exchange
    let expected = exchange.error(in: .text(Self.limited[exchange.id] ?? "", status: 429))
    guard case .rateLimited = expected else {
      Issue.record("\(String(describing: expected))")
      return
    }
    #expect(exchange.error(in: .text(body, status: 429)) == expected)
  }

  @Test(
    arguments: markets,
    [
      "<html>", "{}", #"{"message":"busy"}"#, #"{"code":"50001","msg":"busy","message":"busy"}"#,
      #"{"retCode":10016,"retMsg":"busy"}"#, #"{"label":"TOO_BUSY","message":"busy"}"#,
      #"{"code":"500000","msg":"busy"}"#, #"{"code":"40200","msg":"busy"}"#,
      #"{"code":50001,"message":"busy"}"#, #"{"error":{"name":"busy","message":"busy"}}"#,
      #"{"errorCode":107,"error":"busy"}"#, #"["error",20060,"maintenance"]"#,
      #"{"success":false,"error":{"code":"0101","message":"busy"}}"#,
      #"{"error":["EService:Unavailable"]}"#, #"{"status":"error","reason":"busy"}"#,
    ])
  func `a delay that is sent with an error that passes is kept`(
    market: Market, body: String
  ) async throws {
    for status in [429, 503] {
      let response = Transport.Response.text(body, status: status, headers: ["retry-after": "30"])
      let client = MarketClient(
        Transport { _ in .success(response) }, exchange: market.exchange, keepsLimits: false)
      let error = await #expect(throws: MarketError.self) { try await client.tickers().get() }
      #expect(error?.retryAfter == 30 && error?.isTransient == true)
    }
  }

  @Test func `a delay that is not a number is none`() {
    #expect(MarketError.rateLimited(retryAfter: .nan).retryAfter == 0)
  }

  @Test(
    arguments: markets,
    ["nan", "inf", "-inf", "1e400", "-5", "", "x", "0x1p3", String(repeating: "9", count: 400)])
  func `no header with a delay is a danger`(market: Market, header: String) {
    let names = ["retry-after", "x-gate-ratelimit-reset-timestamp", "gw-ratelimit-reset"]
    for name in names {
      for body in ["", Self.limited[market.exchange.id] ?? ""] {
        let response = Transport.Response.text(body, status: 429, headers: [name: header])
        guard let error = market.exchange.error(in: response) else {
          Issue.record("no error")
          continue
        }
        #expect((0...86_400).contains(error.retryAfter ?? 0))
        #expect(error.pause(atLeast: .zero) >= .zero)
      }
    }
  }
}
