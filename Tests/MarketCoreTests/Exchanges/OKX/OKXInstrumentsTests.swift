import MarketCore
import Testing

/// The instruments of OKX.
struct OKXInstrumentsTests {
  private static let all = "public/instruments?instType=SPOT"

  @Test(
    arguments: [
      (
        #"{"instId":"A-B","state":"live","tickSz":"0.1","lotSz":"0.00000001","minSz":"0.00001","maxLmtSz":"9999","maxMktSz":"7"}"#,
        "A-B live 0.1 0.00000001 0.00001 9999 - A-B -", .open
      ),
      (
        #"{"instId":"A-B","state":"preopen","tickSz":"","lotSz":""}"#,
        "A-B preopen - - - - - A-B -", .limited
      ),
      (#"{"instId":"A-B","state":"suspend","tickSz":"0"}"#, "A-B suspend - - - - - A-B -", .closed),
      (#"{"instId":"A-B","state":"test"}"#, "A-B test - - - - - A-B -", .closed),
      (#"{"instId":"A-B","state":"new"}"#, "A-B new - - - - - A-B -", nil),
      (#"{"instId":"A-B"}"#, "A-B - - - - - - A-B -", nil),
    ] as [(String, String, Instrument.State?)])
  func `an instrument has its steps, limits and status`(
    row: String, line: String, state: Instrument.State?
  ) async throws {
    let answer = try await OKXMarket.market([Self.all: row]).client.instruments().get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.state) == [state])
  }

  @Test func `one instrument is requested alone, an invalid one is skipped`() async throws {
    let one = "\(Self.all)&instId=BTC-USDT"
    let market = OKXMarket.market([
      one: #"{"instId":"BTC-USDT"}"#, Self.all: #"{"instId":"A-B"},{"instId":"C-D","minSz":"x"}"#,
    ])
    let pair = Pair(symbol: "BTC-USDT")
    #expect(try await market.client.instrument(of: pair).get().value.pair == pair)
    #expect(market.asked == [one])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.pair.symbol) == ["A-B"])
    #expect(answer.warnings.map(\.description) == ["C-D: minSz is not a number"])
  }
}
