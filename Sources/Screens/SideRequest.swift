import Foundation
package import MarketCore

/// A request of a screen besides its polls. A screen makes one such request at a time.
package enum SideRequest: Hashable, Sendable {
  /// The candles with a past close of a row.
  case close(CandleRequest)
  /// The candles for the trend of a row.
  case trend(CandleRequest)
  /// The candles for the ``Preview``.
  case chart(CandleRequest)
  /// The order book for the ``Preview``.
  case book(Listing)

  /// Sends the request with the client of its exchange. Requests of polls have priority.
  func answer(from clients: [MarketClient], on date: Date) async -> SideAnswer {
    switch self {
    case .close(let request): return await .close(request, request.send(with: clients, on: date))
    case .trend(let request): return await .trend(request, request.send(with: clients, on: date))
    case .chart(let request): return await .chart(request, request.send(with: clients, on: date))
    case .book(let listing):
      let client = clients.backgroundClient(of: listing.exchange)
      return await .book(listing, client?.book(of: listing.pair) ?? .failure(.cancelled))
    }
  }

  /// Whether both requests are for the ``Preview``, but of different rows: the selection has moved.
  func replaces(_ other: SideRequest) -> Bool {
    guard let listing = previewed, let before = other.previewed else { return false }
    return listing != before
  }

  private var previewed: Listing? {
    switch self {
    case .close, .trend: nil
    case .chart(let request): request.listing
    case .book(let listing): listing
    }
  }
}

/// A ``SideRequest`` and its result.
package enum SideAnswer: Sendable {
  case close(CandleRequest, CandleRequest.Result)
  case trend(CandleRequest, CandleRequest.Result)
  case chart(CandleRequest, CandleRequest.Result)
  case book(Listing, Result<Answer<OrderBook>, MarketError>)

  var isCancelled: Bool {
    switch self {
    case .close(_, .failure(.cancelled)), .trend(_, .failure(.cancelled)),
      .chart(_, .failure(.cancelled)),
      .book(_, .failure(.cancelled)):
      true
    default: false
    }
  }
}
