import Foundation

extension Coinbase {
  /// The statistics of a product of that pair.
  private struct Row: Sendable {
    let pair: Pair
    let stats: WireStats
  }

  /// `/products/ID/stats` for one pair, `/products/stats` for more. Bid and ask cost a request per pair
  /// (`/products/ID/ticker`), names one for one currency or for all.
  public func tickers(
    of pairs: [Pair]?, fields: Set<TickerField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let firstNames = names(of: pairs, ifNeeded: fields.contains(.name), in: scope)
    let needsQuotes =
      !fields.intersection(scope.perPair.fields)
      .isDisjoint(with: offers.perPairFields)
    // The limit delays many quotes: last prices that were requested before them would be old.
    var quotes =
      needsQuotes && pairs == nil ? await quotesOfListed(in: scope) : (found: [:], warnings: [])
    let rows = try await rows(of: pairs, in: scope)
    if needsQuotes, let pairs {
      quotes = await self.quotes(of: rows.value.map(\.pair).filter(pairs.contains), in: scope)
    }
    let names = await renewed(await firstNames, for: rows.value.map(\.pair), in: scope)
    var answer = rows.map { rows in
      rows.map { row in
        row.stats.ticker(
          of: row.pair, name: row.pair.base.flatMap { names.fact?.names[$0] },
          quote: quotes.found[row.pair])
      }
    }
    answer.warnings += quotes.warnings + names.warnings
    return answer
  }

  /// One product is asked for alone; a recording that lacks that may have the list. The list is not
  /// documented: without it, those of single products do.
  private func rows(
    of pairs: [Pair]?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Row]> {
    if let pairs, pairs.count == 1 {
      do throws(MarketError) {
        return try await rows(ofEach: pairs, in: scope)
      } catch .recordingMissing(let path) {
        guard let answer = try? await allRows(in: scope) else { throw .recordingMissing(path) }
        return answer
      }
    }
    do throws(MarketError) {
      return try await allRows(in: scope)
    } catch {
      guard let pairs, !error.isTransient, error != .cancelled else { throw error }
      return try await rows(ofEach: pairs, in: scope)
    }
  }

  private func allRows(in scope: RequestScope) async throws(MarketError) -> Answer<[Row]> {
    do throws(MarketError) {
      let response = try await scope.get("products", "stats", limit: Self.limit)
      let wire: KeyedRows<WireAllStats> = try response.decoded()
      let rows = wire.elements.map {
        Row(pair: Pair(symbol: $0.key), stats: $0.value.day ?? WireStats())
      }
      return try Answer(rows, in: response, wire.warnings)
    } catch .unknownSymbol {
      // The list is gone, and `stats` is taken for a product.
      throw .httpStatus(404, retryAfter: nil)
    }
  }

  /// Pairs that are not listed are left out.
  private func rows(
    ofEach pairs: [Pair], in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Row]> {
    var rows: [Row] = []
    var responses: [Transport.Response] = []
    for pair in pairs where pair.isRequestable {
      do throws(MarketError) {
        let response = try await scope.get("products", pair.symbol, "stats", limit: Self.limit)
        rows.append(Row(pair: pair, stats: try response.decoded()))
        responses.append(response)
      } catch .unknownSymbol {
        continue
      }
    }
    return Answer(
      rows, asOf: responses.map(\.receivedAt).min() ?? .now,
      source: responses.first?.source ?? "")
  }
}

/// Bid and ask.
extension Coinbase {
  /// The number of requests side by side.
  private static let quotesAtOnce = 10

  /// The quotes of the listed pairs that they are wanted of.
  private func quotesOfListed(
    in scope: RequestScope
  ) async -> (found: [Pair: WireQuote], warnings: [Warning]) {
    do throws(MarketError) {
      let listed = try await pairs(in: scope).pairs.filter(scope.perPair.isWanted)
      return await quotes(of: listed.sorted(), in: scope)
    } catch {
      return ([:], [.note("no bid and ask: \(error)")])
    }
  }

  /// The quotes of these pairs. A transient failure ends the asking: the next poll will ask again.
  private func quotes(
    of pairs: [Pair], in scope: RequestScope
  ) async -> (found: [Pair: WireQuote], warnings: [Warning]) {
    var rest = pairs.filter(\.isRequestable)[...]
    var found: [Pair: WireQuote] = [:]
    var failure: MarketError?
    await withTaskGroup(of: (Pair, Result<WireQuote, MarketError>).self) { group in
      func askNext() {
        guard let pair = rest.popFirst() else { return }
        group.addTask { (pair, await quote(of: pair, in: scope)) }
      }
      for _ in 0..<Self.quotesAtOnce { askNext() }
      for await (pair, result) in group {
        switch result {
        case .success(let quote): found[pair] = quote
        case .failure(let error):
          failure = failure ?? error
          if error.isTransient || error == .cancelled { rest = [] }
        }
        askNext()
      }
    }
    guard let failure else { return (found, []) }
    let missing = pairs.filter { found[$0] == nil }
    let subject = missing.count == 1 ? "\(missing[0])" : "\(missing.count) pairs"
    return (found, [.note("no bid and ask for \(subject): \(failure)")])
  }

  private func quote(
    of pair: Pair, in scope: RequestScope
  ) async -> Result<WireQuote, MarketError> {
    do throws(MarketError) {
      let response = try await scope.get("products", pair.symbol, "ticker", limit: Self.limit)
      return .success(try response.decoded())
    } catch .unknownSymbol {
      return .failure(.unknownSymbol(pair.symbol, near: []))
    } catch {
      return .failure(error)
    }
  }
}
