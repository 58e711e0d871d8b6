import Foundation

extension Coinbase {
  /// Requests `/products/ID/stats` for one pair, else `/products/stats`. If bid and ask are needed, they
  /// require a further request per pair. Names of currencies may require further requests, too.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let firstNames = names(of: pairs, ifNeeded: details.names, in: scope)
    let select = details.quotes ? details.quotesPerPair : nil
    var quotes: Quotes = ([:], [])
    // Quotes are requested first, because the rate limit delays them, and last prices must be recent.
    if pairs == nil, let select { quotes = await self.quotes(ofListed: select, in: scope) }
    var answer = try await stats(of: pairs, in: scope)
    let found = answer.value.map(\.pair)
    if let pairs, select != nil {
      quotes = await self.quotes(of: found.filter(pairs.contains), in: scope)
    }
    let names = await renewed(await firstNames, for: found, in: scope)
    answer.value = answer.value.map { ticker in
      let quote = quotes.found[ticker.pair]
      return ticker.with(name: names[ticker.pair.base], bid: quote?.bid, ask: quote?.ask)
    }
    answer.warnings += quotes.warnings + names.warnings
    return answer
  }

  /// The statistics of one pair, or the list of all. The list is not documented: if it fails, the
  /// statistics of these pairs may be requested one by one instead.
  private func stats(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    if let pairs, pairs.count == 1 { return try await stats(ofEach: pairs, in: scope) }
    do throws(MarketError) {
      return try await allStats(in: scope)
    } catch {
      guard let pairs, !error.isTransient, error != .cancelled else { throw error }
      return try await stats(ofEach: pairs, in: scope)
    }
  }

  /// `{"BTC-USD":{"stats_24hour":{…}},…}`, not documented; 522 products on 2026-09-11. A product may lack
  /// `stats_24hour`.
  private func allStats(in scope: RequestScope) async throws(MarketError) -> Answer<[Ticker]> {
    do throws(MarketError) {
      return try await scope.get("products", "stats").rows { (products: JSONObject) in
        try products.rows { symbol, product in
          let pair = Pair(symbol: symbol)
          return try Self.ticker(of: pair, product)
        }
      }
    } catch .unknownSymbol {
      // The list seems not to exist any more: Coinbase interprets `stats` as the id of a product.
      throw .httpStatus(404, retryAfter: nil)
    }
  }

  /// The statistics of each pair that can be in a path. Of several pairs, unlisted ones are ignored.
  private func stats(
    ofEach pairs: [Pair], in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    var (tickers, responses) = ([Ticker](), [Transport.Response]())
    for pair in pairs where pair.isRequestable {
      do throws(MarketError) {
        let response = try await scope.get("products", pair.symbol, "stats")
        tickers.append(try response.parsed { try Self.ticker(of: pair, $0) })
        responses.append(response)
      } catch .unknownSymbol where pairs.count > 1 {}
    }
    return Answer(
      tickers, asOf: responses.map(\.receivedAt).min() ?? .now,
      source: responses.first?.source ?? "")
  }

  /// Values of the last 24 hours: `{"open":"26954.18","high":"…","low":"…","last":"…","volume":"…"}`, in
  /// the list as the member `stats_24hour` of a product. Without a trade, prices are 0 or missing
  /// (unconfirmed which), and the volume is 0.
  private static func ticker(of pair: Pair, _ product: JSONObject) throws -> Ticker {
    let row: JSONObject = try product.optionalValue("stats_24hour") ?? product
    return try row.ticker(
      of: pair, last: "last", open: "open", high: "high", low: "low", volume: "volume")
  }
}

extension Coinbase {
  private typealias Quote = (bid: Decimal?, ask: Decimal?)
  private typealias Quotes = (found: [Pair: Quote], warnings: [Warning])

  /// The quotes of the pairs that `select` chooses from all listed pairs.
  private func quotes(
    ofListed select: (Set<Pair>) -> Set<Pair>, in scope: RequestScope
  ) async -> Quotes {
    do throws(MarketError) {
      let selected = select(try await pairs(in: scope).pairs)
      return await quotes(of: selected.sorted(), in: scope)
    } catch {
      return ([:], [.note("no bid and ask: \(error)")])
    }
  }

  /// The quotes of these pairs. After a transient failure or cancellation, no further pair is requested.
  private func quotes(of pairs: [Pair], in scope: RequestScope) async -> Quotes {
    var rest = pairs.filter(\.isRequestable)[...]
    var found: [Pair: Quote] = [:]
    var failures: [MarketError] = []
    await withTaskGroup(of: (Pair, Result<Quote, MarketError>).self) { group in
      func requestNext() {
        guard let pair = rest.popFirst() else { return }
        group.addTask { (pair, await quote(of: pair, in: scope)) }
      }
      for _ in 0..<10 { requestNext() }
      for await (pair, result) in group {
        switch result {
        case .success(let quote): found[pair] = quote
        case .failure(let error): failures.append(error)
        }
        if let last = failures.last, last.isTransient || last == .cancelled { rest = [] }
        requestNext()
      }
    }
    guard let failure = failures.first else { return (found, []) }
    let missing = pairs.filter { found[$0] == nil }
    let subject = missing.count == 1 ? "\(missing[0])" : "\(missing.count) pairs"
    return (found, [.note("no bid and ask for \(subject): \(failure)")])
  }

  private func quote(
    of pair: Pair, in scope: RequestScope
  ) async -> Result<Quote, MarketError> {
    await Result { () async throws(MarketError) in
      do throws(MarketError) {
        return try await scope.get("products", pair.symbol, "ticker").parsed(Self.quote)
      } catch .unknownSymbol {
        throw .unknownSymbol(pair.symbol, near: [])
      }
    }
  }

  /// `{"bid":"27412.31","ask":"27412.35",…}`, of `/products/ID/ticker`; 0 if a side has no order.
  private static func quote(_ row: JSONObject) throws -> Quote {
    (bid: try row.price("bid", quoted: true), ask: try row.price("ask", quoted: true))
  }
}
