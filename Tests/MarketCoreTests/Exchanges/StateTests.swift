import MarketCore
import Testing

/// The states of instruments, made from the statuses of each exchange.
struct StateTests {
  private static func state(
    _ exchange: any Exchange, _ target: String, _ body: String
  ) async throws -> [Instrument.State?] {
    let market = CannedExchange([target: body], of: exchange)
    return try await market.client.instruments(withNames: false).get().value.map(\.state)
  }

  @Test(
    arguments: [
      ("open", .open), ("close", .closed), ("closed", .closed), ("suspend", .closed),
      ("halt", .closed), ("halt-freeze", .closed), ("new", nil),
    ] as [(String, Instrument.State?)])
  func `of Blockchain.com`(status: String, state: Instrument.State?) async throws {
    let body = #"{"A-B":{"base_currency":"A","counter_currency":"B","status":"\#(status)"}}"#
    #expect(try await Self.state(BlockchainCom(), "symbols", body) == [state])
  }

  @Test(
    arguments: [
      ("online", .open), ("cancel_only", .limited), ("post_only", .limited),
      ("limit_only", .limited), ("reduce_only", .limited), ("new", nil),
    ] as [(String, Instrument.State?)])
  func `of Kraken`(status: String, state: Instrument.State?) async throws {
    let body = #"{"error":[],"result":{"A/B":{"status":"\#(status)"}}}"#
    #expect(try await Self.state(Kraken(), "AssetPairs?assetVersion=1", body) == [state])
  }

  @Test(
    arguments: [
      (#""status":"online""#, .open), (#""status":"online","post_only":false"#, .open),
      (#""status":"online","post_only":true"#, .limited),
      (#""status":"online","limit_only":true"#, .limited),
      (#""status":"online","cancel_only":true"#, .limited),
      (#""status":"online","auction_mode":true,"post_only":"x""#, .limited), (#""new":1"#, nil),
    ] as [(String, Instrument.State?)])
  func `of Coinbase`(members: String, state: Instrument.State?) async throws {
    #expect(
      try await Self.state(Coinbase(), "products", #"[{"id":"A-B",\#(members)}]"#) == [state])
  }

  @Test(
    arguments: [("Enabled", .open), ("Disabled", .closed), ("new", nil)]
      as [(String, Instrument.State?)])
  func `of Bitstamp`(status: String, state: Instrument.State?) async throws {
    let body = #"[{"name":"A/B","trading":"\#(status)"}]"#
    #expect(try await Self.state(Bitstamp(), "markets/", body) == [state])
  }

  @Test(
    arguments: [
      ("TRADING", .open), ("AUCTION_MATCH", .limited), ("PRE_TRADING", .limited),
      ("BREAK", .closed), ("HALT", .closed), ("END_OF_DAY", .closed), ("new", nil),
    ] as [(String, Instrument.State?)])
  func `of Binance`(status: String, state: Instrument.State?) async throws {
    let body =
      #"{"symbols":[{"symbol":"AB","baseAsset":"A","quoteAsset":"B","status":"\#(status)"}]}"#
    let target = "exchangeInfo?showPermissionSets=false"
    #expect(try await Self.state(Binance(), target, body) == [state])
  }

  /// It sends no status.
  @Test func `of Bitfinex`() async throws {
    let target = "conf/pub:list:pair:exchange,pub:map:currency:sym,pub:info:pair"
    #expect(try await Self.state(Bitfinex(), target, #"[["BTCUSD"],[],[]]"#) == [nil])
  }
}
