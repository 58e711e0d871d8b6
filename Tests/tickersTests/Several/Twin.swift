import Foundation
import MarketCore

/// An exchange that answers as Blockchain.com does, under another name.
struct Twin: Exchange {
  private let original = BlockchainCom()

  let id = "twin"
  let title = "Twin"
  var url: URL { original.url }
  var leastInterval: Duration { original.leastInterval }
  var offers: ExchangeOffers { original.offers }

  func error(in response: Transport.Response) -> MarketError? { original.error(in: response) }

  func mayMeanUnknownPair(_ error: MarketError) -> Bool { original.mayMeanUnknownPair(error) }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try await original.tickers(of: pairs, details: details, over: session)
  }

  func book(
    of pair: Pair, detail: BookDetail, over session: ExchangeSession
  ) async throws(MarketError) -> Answer<OrderBook> {
    try await original.book(of: pair, detail: detail, over: session)
  }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try await original.instruments(of: pairs, withNames: withNames, over: session)
  }
}
