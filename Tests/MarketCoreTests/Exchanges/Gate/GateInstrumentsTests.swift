import MarketCore
import Testing

/// The instruments of Gate.
struct GateInstrumentsTests {
  @Test(
    arguments: [
      (
        #"{"id":"A_B","base_name":"Aaa","quote_name":"","min_base_amount":"0.000001","min_quote_amount":"3","max_base_amount":"100","max_quote_amount":"5000000","amount_precision":6,"precision":1,"trade_status":"tradable"}"#,
        "A-B tradable 0.1 0.000001 0.000001 100 3 A_B Aaa", .open
      ),
      // Limits and names can be missing; no decimals are a step of 1.
      (
        #"{"id":"A_B","base_name":"","min_base_amount":"0","amount_precision":0,"precision":9,"trade_status":"untradable"}"#,
        "A-B untradable 0.000000001 1 - - - A_B -", .closed
      ),
      (#"{"id":"A_B","trade_status":"buyable"}"#, "A-B buyable - - - - - A_B -", .limited),
      (#"{"id":"A_B","trade_status":"sellable"}"#, "A-B sellable - - - - - A_B -", .limited),
      (#"{"id":"A_B","trade_status":"new"}"#, "A-B new - - - - - A_B -", nil),
      (#"{"id":"A_B","precision":null}"#, "A-B - - - - - - A_B -", nil),
    ] as [(String, String, Instrument.State?)])
  func `an instrument has its steps, limits and status`(
    row: String, line: String, state: Instrument.State?
  ) async throws {
    let market = GateMarket.market([GateMarket.instruments: "[\(row)]"])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.state) == [state])
  }

  @Test func `one instrument is requested alone, an invalid one is skipped`() async throws {
    let market = GateMarket.market([
      GateMarket.instruments:
        #"[{"id":"A_B"},{"id":"C_D","precision":"x"},{"id":"E_F","precision":-1},{"id":"G"}]"#
    ])
    let pair = Pair(symbol: "BTC-USDT")
    #expect(try await market.client.instrument(of: pair).get().value.name == "Bitcoin")
    #expect(market.asked == ["\(GateMarket.instruments)/BTC_USDT"])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.pair.symbol) == ["A-B"])
    #expect(
      answer.warnings.map(\.description) == [
        "C_D: precision is not a number", "E_F: precision is not a number of decimals",
        "G: id is not in the form BASE_QUOTE",
      ])
  }

  @Test func `an instrument that is not listed names near ones`() async {
    let error = await #expect(throws: MarketError.self) {
      try await GateMarket.market().client.instrument(of: Pair(symbol: "BTC-USDD")).get()
    }
    #expect(error == .unknownSymbol("BTC-USDD", near: ["BTC-USDT"]))
  }
}
