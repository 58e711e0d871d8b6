import Foundation
package import MarketCore

/// A request of a screen besides its polls. A screen makes one such request at a time.
package enum SideRequest: Hashable, Sendable {
  /// The candles for the trend of a row.
  case trend(CandlesRequest)
  /// The candles for the ``Preview``.
  case chart(CandlesRequest)
  /// The order book for the ``Preview``.
  case book(Listing)

  /// Sends the request with the client of its exchange. Requests of polls have priority.
  func answer(from clients: [MarketClient], on date: Date) async -> SideAnswer {
    func client(of listing: Listing) -> MarketClient? {
      var client = clients.first { $0.exchange.id == listing.exchange }
      client?.isBackground = true
      return client
    }
    switch self {
    case .trend(let request):
      return await .trend(request, request.result(from: client(of: request.listing), on: date))
    case .chart(let request):
      return await .chart(request, request.result(from: client(of: request.listing), on: date))
    case .book(let listing):
      return await .book(
        listing, client(of: listing)?.book(of: listing.pair) ?? .failure(.cancelled))
    }
  }

  /// Whether both requests are for the ``Preview``, but `other` is for a row that is no longer selected.
  func replaces(_ other: SideRequest) -> Bool {
    guard let listing = previewed, let before = other.previewed else { return false }
    return listing != before
  }

  private var previewed: Listing? {
    switch self {
    case .trend: nil
    case .chart(let request): request.listing
    case .book(let listing): listing
    }
  }
}

/// A ``SideRequest`` and its result.
package enum SideAnswer: Sendable {
  case trend(CandlesRequest, CandlesRequest.Result)
  case chart(CandlesRequest, CandlesRequest.Result)
  case book(Listing, Result<Answer<OrderBook>, MarketError>)

  var isCancelled: Bool {
    switch self {
    case .trend(_, .failure(.cancelled)), .chart(_, .failure(.cancelled)),
      .book(_, .failure(.cancelled)):
      true
    default: false
    }
  }
}

/// A request for the newest candles of a pair.
package struct CandlesRequest: Hashable, Sendable {
  package typealias Result = Swift.Result<Answer<[Candle]>, MarketError>

  let listing: Listing
  let period: Period
  let count: Int

  fileprivate func result(from client: MarketClient?, on date: Date) async -> Result {
    let start = period.start(-count, after: date)
    return await client?.candles(of: listing.pair, period: period, from: start)
      ?? .failure(.cancelled)
  }
}
