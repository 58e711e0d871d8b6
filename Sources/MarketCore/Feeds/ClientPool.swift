import Foundation
import Synchronization

/// Exchanges, and one client of each. A client is made when it is first needed, and then shared,
/// since it has the rate limit and the reference data of its exchange.
package final class ClientPool: Sendable {
  let exchanges: [any Exchange]
  /// Whether requests to an exchange leave this machine, so that its minimum interval applies.
  let isRemote: @Sendable (any Exchange) -> Bool
  private let make: @Sendable (any Exchange) -> MarketClient
  private let clients = Mutex<[ExchangeID: MarketClient]>([:])

  package init(
    of exchanges: [any Exchange],
    isRemote: @escaping @Sendable (any Exchange) -> Bool = { _ in true },
    make: @escaping @Sendable (any Exchange) -> MarketClient
  ) {
    (self.exchanges, self.isRemote, self.make) = (exchanges, isRemote, make)
  }

  package func client(of exchange: any Exchange) -> MarketClient {
    clients.withLock { clients in
      let client = clients[exchange.id] ?? make(exchange)
      clients[exchange.id] = client
      return client
    }
  }

  /// The clients of exchanges. Unknown exchanges are ignored.
  func clients(of ids: [ExchangeID]) -> [MarketClient] {
    ids.compactMap { id in exchanges.first { $0.id == id } }.map(client)
  }
}
