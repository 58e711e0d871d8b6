import MarketCore
import Synchronization

/// The clients of the program, one per exchange, with its rate limit and cached reference data.
final class ClientPool: Sendable {
  private let clients: Mutex<[String: MarketClient]>

  init(_ clients: [MarketClient]) {
    self.clients = Mutex(Dictionary(uniqueKeysWithValues: clients.map { ($0.exchange.id, $0) }))
  }

  /// The client of an exchange, made when it is first needed.
  func client(of exchange: any Exchange, make: () -> MarketClient) -> MarketClient {
    clients.withLock { clients in
      let client = clients[exchange.id] ?? make()
      clients[exchange.id] = client
      return client
    }
  }
}
