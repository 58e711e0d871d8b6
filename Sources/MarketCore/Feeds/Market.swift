package import Foundation

/// What a feed requests: pairs, and the clients of the exchanges from which they are requested.
package struct Market: Sendable {
  /// The clients of the requested exchanges, at least one, in the order requested.
  package private(set) var clients: [MarketClient]
  /// The requested pairs and coins; empty for all pairs, or for pairs that the feed chooses.
  package private(set) var requests: [PairRequest]
  /// The clients that are tried in order if history can be from several exchanges; otherwise empty.
  package private(set) var candidates: [MarketClient]
  /// If true, the only exchange is a default, because the user chose none.
  package private(set) var isDefault: Bool
  package var now: @Sendable () -> Date = { .now }
  package var clock = PollClock.real
  /// How prices are streamed; `nil` if they are polled.
  package var live: LiveMarket?
  package var pollerClock: @Sendable (PollClock) -> PollClock = { $0 }
  /// Shows how many candles of a pair have arrived. `total` is the largest possible number, and `name`
  /// is the name of the pair; `nil` for no name.
  package var showProgress: @Sendable (_ count: Int, _ total: Int, _ name: String?) -> Void = {
    _, _, _ in
  }
  private let pool: ClientPool

  /// A market of `exchanges`, which must all be different.
  package init(
    _ exchanges: [ExchangeID], requesting requests: [PairRequest] = [],
    candidates: [ExchangeID] = [], isDefault: Bool = false, in pool: ClientPool
  ) {
    let clients = pool.clients(of: exchanges)
    // With several exchanges, a pair may be in an exchange's own codes only if it was typed with this
    // exchange (`kraken:XBT-USD`).
    self.clients =
      clients.count > 1 ? clients.map { $0.readingOwnCodes(ofPrefixesIn: requests) } : clients
    self.candidates = pool.clients(of: candidates).map { $0.readingOwnCodes() }
    (self.requests, self.isDefault, self.pool) = (requests, isDefault, pool)
  }

  package var exchanges: [ExchangeID] { clients.map(\.exchange.id) }
  package var titles: [String] { clients.map(\.exchange.title) }
  package var isMultiExchange: Bool { clients.count > 1 }
  package var allExchanges: [any Exchange] { pool.exchanges }

  package func title(of exchange: ExchangeID?) -> String {
    allExchanges.first { $0.id == exchange }?.title ?? exchange?.rawValue ?? "the exchange"
  }

  /// A sentence about an exchange. With several exchanges, it begins with the name of the exchange,
  /// unless the sentence already names the exchange, or begins with the name of another one.
  package func attributed(_ sentence: String, to exchange: ExchangeID?) -> String {
    let title = title(of: exchange)
    let isNamed =
      sentence.contains(title) || allExchanges.contains { sentence.hasPrefix($0.title) }
    return isMultiExchange && !isNamed ? "\(title): \(sentence)" : sentence
  }

  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    if failure.unlisted != nil { return failure.sentence(on: [title(of: exchange)]) }
    // A replay or a rehearsal ends for all exchanges at once.
    return failure.isEnd ? "\(failure)" : attributed("\(failure)", to: exchange)
  }

  /// The requested exchange, or candidate, with the longest minimum interval between polls; `nil` if no
  /// request leaves this machine.
  package var slowest: (any Exchange)? {
    let requested = (clients + candidates).map(\.exchange)
    guard requested.contains(where: pool.isRemote) else { return nil }
    return requested.max { $0.info.minimumPollInterval < $1.info.minimumPollInterval }
  }

  /// The exchanges with which pairs or coins were typed (`kraken:BTC-USD`), and which must list them.
  var required: Set<ExchangeID?> {
    Set(requests.filter(\.isPrefixed).flatMap(\.exchanges))
  }
}

// MARK: - Other exchanges or pairs

extension Market {
  /// The same market with these exchanges and candidates, and without ``requests``.
  package func of(_ exchanges: [ExchangeID], candidates: [ExchangeID] = []) -> Market {
    var market = self
    market.clients = pool.clients(of: exchanges)
    market.candidates = pool.clients(of: candidates).map { $0.readingOwnCodes() }
    (market.requests, market.isDefault) = ([], false)
    return market
  }

  /// The same market with only `exchange` (if it is not requested: the first one), without ``requests``.
  package func only(_ exchange: ExchangeID?, candidates: [ExchangeID] = []) -> Market {
    let client = clients.client(of: exchange) ?? clients[0]
    var market = of([client.exchange.id], candidates: candidates)
    market.clients = [client]
    return market
  }

  /// The clients of the supported exchanges that are not in ``exchanges``.
  var onOtherExchanges: [MarketClient] {
    pool.clients(of: allExchanges.map(\.id).filter { !exchanges.contains($0) })
  }

  package var ofAllPairs: Market {
    var market = self
    (market.requests, market.isDefault) = ([], false)
    return market
  }

  /// The same market, in which each open request is on the first candidate that lists it, or else on the
  /// first candidate; with notices on the chosen exchanges.
  package func choosingCandidates() async -> (market: Market, notices: [String]) {
    guard requests.contains(where: \.isOpen) else { return (self, []) }
    var (chosen, symbols) = ([PairRequest](), [ExchangeID: [String]]())
    for request in requests {
      guard request.isOpen else {
        chosen.append(request)
        continue
      }
      let exchange = await firstCandidate(listing: request.pair)?.exchange.id ?? exchanges[0]
      chosen.append(PairRequest(request.pair, on: [exchange]))
      symbols[exchange, default: []].append(request.pair.symbol)
    }
    var market = of(chosen.flatMap(\.exchanges).eachOnce)
    if market.isMultiExchange {
      market.clients = market.clients.map { $0.readingOwnCodes(ofPrefixesIn: chosen) }
    }
    market.requests = chosen
    let notices = market.exchanges.compactMap { exchange in
      symbols[exchange].map { "\($0.joined(separator: ", ")) from \(market.title(of: exchange))" }
    }
    return (market, notices)
  }

  private func firstCandidate(listing pair: Pair) async -> MarketClient? {
    for client in candidates {
      guard case .success(let list) = await client.listedPairs() else { continue }
      let name = await client.everydayName(of: pair)
      let isListed =
        if let pattern = pair.pattern {
          list.pairs.contains { pattern.matches($0.symbol) }
        } else if pair.isCoin {
          list.pairs.contains { $0.base == name.symbol }
        } else {
          list.pairs.contains(name)
        }
      if isListed { return client }
    }
    return nil
  }

  /// The same market for one pair on all known exchanges.
  package func onAllExchanges(_ pair: Pair) -> Market {
    var market = of(allExchanges.map(\.id))
    market.clients = market.clients.map { $0.readingOwnCodes() }
    market.requests = [PairRequest(pair, on: market.exchanges)]
    return market
  }

  /// The same market, but each coin is requested only from the first of its exchanges.
  var requestingCoinsOnce: Market {
    var market = self
    market.requests = requests.map { request in
      !request.pair.isCoin
        ? request
        : PairRequest(
          request.pair, on: [request.exchanges[0]], isPrefixed: request.isPrefixed,
          isOpen: request.isOpen)
    }
    return market
  }
}

extension MarketClient {
  /// The client as one of several. A pair may be in the exchange's own codes only if `requests` have it
  /// with this exchange (`kraken:XBT-USD`).
  fileprivate func readingOwnCodes(ofPrefixesIn requests: [PairRequest] = []) -> MarketClient {
    let prefixed = requests.filter { $0.isPrefixed && $0.exchanges == [exchange.id] }
    var client = self
    client.pairsInOwnCodes = Set(prefixed.map(\.pair))
    return client
  }
}
