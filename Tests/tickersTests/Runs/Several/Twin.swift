import Foundation
import MarketCore

/// An exchange that answers as Blockchain.com does, under another name.
struct Twin: Exchange {
  private let original = BlockchainCom()

  var info: ExchangeInfo {
    ExchangeInfo(
      id: "twin", title: "Twin", url: original.url.absoluteString,
      minimumPollInterval: original.info.minimumPollInterval
    ) {
      $0.hasOrders = original.info.hasOrders
      $0.unlistedStatuses = original.info.unlistedStatuses
    }
  }

  func error(in response: Transport.Response) -> MarketError? { original.error(in: response) }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try await original.tickers(of: pairs, details: details, in: scope)
  }

  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    try await original.book(of: pair, detail: detail, in: scope)
  }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await original.instruments(of: pairs, withNames: withNames, in: scope)
  }

  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    try await original.candles(of: pair, period: period, from: start, before: end, in: scope)
  }
}
