public import Foundation

/// The Blockchain.com Exchange, whose trading was documented as suspended in October 2025; its
/// market data went on. Source: its REST API v3, as it answered in 2023 and 2026.
public struct BlockchainCom: Exchange {
  /// The exchange, at its own address.
  public init() {}

  /// `blockchain`.
  public var id: String { "blockchain" }
  /// The name for people.
  public var title: String { "Blockchain.com" }
  // The text is a constant.
  // swift-format-ignore: NeverForceUnwrap
  /// The base URL of version 3.
  public var url: URL { URL(string: "https://api.blockchain.com/v3/exchange")! }
  /// No limit is published; other clients keep to two requests a second.
  public var minimumPollInterval: Duration { .seconds(1) }
  /// Single orders (`/l3`).
  public var offers: ExchangeOffers { ExchangeOffers(hasOrders: true) }

  /// It answers 500 for a symbol that it does not list, and also when it is in trouble; 400 or 404
  /// for what does not look like one.
  public func canIndicateUnlistedPair(_ error: MarketError) -> Bool {
    switch error {
    case .httpStatus(let status, _): [400, 404, 500].contains(status)
    case .unknownSymbol, .notRequestable, .recordingMissing: true
    default: false
    }
  }

  /// `/tickers/SYMBOL` for one pair, `/tickers` for several, and for one that it fails to give.
  public func tickers(
    of pairs: [Pair]?, fields: Set<TickerField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    guard let pair = pairs?.first, pairs?.count == 1, pair.isRequestable else {
      return try await allTickers(in: scope)
    }
    do throws(MarketError) {
      let response = try await scope.get("tickers", pair.symbol)
      let wire: WireTicker = try response.decoded()
      try wire.symbol.check(isOf: pair)
      return try Answer([wire.ticker], in: response)
    } catch  where canIndicateUnlistedPair(error) {
      if let answer = try? await allTickers(in: scope) { return answer }
      throw error
    }
  }

  private func allTickers(
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let response = try await scope.get("tickers")
    let rows: Rows<WireTicker> = try response.decoded()
    return try Answer(rows.elements.map(\.ticker), in: response, rows.warnings)
  }

  /// `/l2/SYMBOL`, or `/l3/SYMBOL` for single orders. The book of a pair that is closed is empty.
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let path = detail == .orders ? "l3" : "l2"
    let response = try await scope.get(path, try pair.requestable().symbol)
    let wire: WireOrderBook = try response.decoded()
    try wire.symbol.check(isOf: pair)
    return try Answer(wire.book(detail), in: response, wire.warnings)
  }

  /// `/symbols/SYMBOL` for one pair, else `/symbols`.
  public func instruments(
    of pairs: [Pair]?, fields: Set<InstrumentField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    if let pair = pairs?.first, pairs?.count == 1 {
      let response = try await scope.get("symbols", try pair.requestable().symbol)
      let wire: WireSymbol = try response.decoded()
      return try Answer([wire.instrument(pair)], in: response)
    }
    let response = try await scope.get("symbols")
    let rows: KeyedRows<WireSymbol> = try response.decoded()
    let instruments = rows.elements.map { $0.value.instrument(Pair(symbol: $0.key)) }
    return try Answer(instruments, in: response, rows.warnings)
  }
}

extension String {
  /// An answer about another pair than was asked for is no answer.
  fileprivate func check(isOf pair: Pair) throws(MarketError) {
    guard self == pair.symbol else { throw .malformed("unexpected pair \(self)") }
  }
}
