/// The requested pairs and coins, and the failures of exchanges about pairs that they do not list.
struct UnlistedPairs: Sendable {
  private typealias Request = (
    pair: Pair, exchanges: [ExchangeID], failures: [ExchangeID?: MarketError]
  )

  private var requests: [Request]
  /// If the market requests no pairs, the failures in answers about unlisted pairs, such as held pairs.
  private var others: [ExchangeID?: [MarketError]] = [:]

  init(requestedFrom market: Market) {
    var symbols = Set<String>()
    requests = market.requests.filter { request in
      symbols.insert("\(request.pair) \(request.isPrefixed ? request.exchanges[0].rawValue : "")")
        .inserted
    }.map { ($0.pair, $0.exchanges, [:]) }
  }

  /// Removes the failures of an exchange that was polled again. Failures about requested pairs remain if the
  /// exchange did not answer.
  mutating func remove(_ exchange: ExchangeID?, hasAnswered: Bool) {
    others[exchange] = []
    guard hasAnswered else { return }
    for index in requests.indices { requests[index].failures[exchange] = nil }
  }

  /// Adds a failure in an answer of an exchange, or of a whole poll. Returns `false` if it is about something
  /// else than an unlisted pair.
  mutating func add(_ failure: MarketError, of exchange: ExchangeID?, isInAnswer: Bool) -> Bool {
    guard let symbol = failure.unlisted?.symbol, isInAnswer || !requests.isEmpty else {
      return false
    }
    if requests.isEmpty { others[exchange, default: []].append(failure) }
    // If the exchange lists no requested pair, the poll fails with an error about the first pair only.
    for index in requests.indices
    where requests[index].exchanges.contains(where: { $0 == exchange }) {
      let pair = requests[index].pair
      if pair.symbol == symbol {
        requests[index].failures[exchange] = failure
      } else if !isInAnswer {
        // An error about a pair of a coin names the pair that was chosen for the coin.
        requests[index].failures[exchange] =
          pair.isCoin ? failure : .unknownSymbol(pair.symbol, near: [])
      }
    }
    return true
  }

  /// The requested pairs and coins that none of their exchanges lists.
  var unlistedRequests: [(failure: MarketError, exchanges: [ExchangeID])] {
    requests.filter { $0.exchanges.count == $0.failures.count }.map { request in
      let failures = request.exchanges.compactMap { request.failures[$0] }
      return (.merged(failures, about: request.pair), request.exchanges)
    }
  }

  /// Whether there are requests, and no exchange lists any requested pair or coin.
  var areAll: Bool { !requests.isEmpty && unlistedRequests.count == requests.count }

  /// If no pairs are requested, the failures about unlisted pairs of an exchange.
  func others(on exchange: ExchangeID) -> [MarketError] { others[exchange] ?? [] }

  /// The notices about pairs that only some of their exchanges list, also if a pair was chosen for a coin. A
  /// coin itself has no notice, because it is priced on the exchanges that list it.
  func notices(in market: Market) -> [String] {
    requests.compactMap { pair, exchanges, failures in
      guard !failures.isEmpty, failures.count < exchanges.count else { return nil }
      let chosen = failures.values.compactMap { $0.unlisted.map { Pair(symbol: $0.symbol) } }
      guard let pair = ([pair] + chosen).first(where: { !$0.isCoin }) else { return nil }
      let titles = exchanges.filter { failures[$0] != nil }.map(market.title)
      return "not listed on \(titles.joined(separator: ", ")): \(pair)"
    }
  }
}
