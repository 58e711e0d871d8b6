extension MarketClient {
  /// Makes the requests of an answer about one pair. If an error can mean that the pair is not listed, the
  /// list of pairs is requested, too.
  func request<Value>(
    about pair: Pair, _ body: (RequestScope, Pair) async throws(MarketError) -> Answer<Value>
  ) async -> Result<Answer<Value>, MarketError> {
    await request(about: [pair]) { scope, pairs throws(MarketError) in
      do throws(MarketError) {
        return try await body(scope, pairs[0])
      } catch {
        guard exchange.canIndicateUnlistedPair(error) else { throw error }
        throw await cause(of: error, about: pairs, after: scope.requestCount, in: scope)
      }
    }
  }

  /// Makes the requests of an answer about these pairs, which may be in the exchange's own codes (Kraken's
  /// `XBT-USD`). `body` receives their everyday names (`BTC-USD`).
  func request<Value>(
    about pairs: [Pair] = [],
    _ body: (RequestScope, [Pair]) async throws(MarketError) -> Answer<Value>
  ) async -> Result<Answer<Value>, MarketError> {
    let scope = RequestScope(self)
    var names: [Pair: Pair] = [:]
    var notes: [Warning] = []
    for pair in pairs where pairsInOwnCodes?.contains(pair) ?? true {
      let (name, warnings) = await scope.everyday.name(ofTyped: pair)
      if name != pair { names[pair] = name }
      notes += warnings.filter { !notes.contains($0) }
    }
    /// An error about an unlisted pair gets the name by which the pair, or coin, was requested. It is
    /// replaced if the pair is in an earlier answer or was not requested. Other errors are unchanged.
    func attributed(_ error: MarketError) -> MarketError {
      guard let (symbol, sent) = error.unlisted else { return error }
      guard let pair = pairs.first(where: { (names[$0] ?? $0).symbol == symbol }) else {
        return .unknownPairForAllPairs
      }
      if answered.contains(names[pair] ?? pair) { return .noData(for: pair.symbol) }
      let near = sent.isEmpty ? hint(onOwnCodesOf: pair) : sent
      if case .unknownCoin = error { return .unknownCoin(pair.symbol, near: near) }
      return .unknownSymbol(pair.symbol, near: near)
    }
    let expected = pairs.map { names[$0] ?? $0 }
    do throws(MarketError) {
      var answer = try await body(scope, expected)
      answer.names = names
      answer.warnings = notes + answer.warnings
      answer.failures = answer.failures.map(attributed)
      answered.add(
        answer.missing.isEmpty ? expected : expected.filter { !answer.missing.contains($0) })
      answer.missing.removeAll { !answered.contains($0) }
      return .success(answer)
    } catch {
      return .failure(attributed(error))
    }
  }

  /// A hint about an unknown pair or coin: its everyday name, if its codes are the exchange's own codes, but
  /// were not translated; otherwise empty.
  private func hint(onOwnCodesOf pair: Pair) -> [String] {
    guard pairsInOwnCodes?.contains(pair) == false else { return [] }
    let everyday = exchange.info.codes.map(listed: nil).everyday(typed: pair)
    return everyday == pair ? [] : [everyday.symbol]
  }

  /// The tickers of the listed pairs among these pairs, and possibly of further pairs.
  func listedTickers(
    of pairs: [Pair], details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let rejected = pairs.count > 1 ? answered.rejected(among: pairs) : []
    if !rejected.isEmpty {
      let gone = rejected.filter(answered.contains).map { [$0] }
      let others = pairs.filter { !rejected.contains($0) }
      return try await tickers(
        of: pairs, inParts: gone.count > 2 ? [] : [others] + gone, details, in: scope)
    }
    do throws(MarketError) {
      return try await scope.everyday.tickers(of: pairs, details: details)
    } catch {
      switch error {
      // One unknown pair can make a request of several pairs fail. The listed pairs are then requested alone.
      case .unknownSymbol, .notRequestable, .missing:
        let sent = scope.requestCount
        let listed = try? await scope.everyday.pairs()
        let known = pairs.filter { listed?.pairs.contains($0) ?? false }
        if !known.isEmpty, known.count < pairs.count {
          return try await tickers(of: pairs, inParts: [known], details, in: scope)
        }
        // The list of pairs may be older than the error, and may still have the unknown pair.
        guard error.unlisted != nil, pairs.count > 1,
          known == pairs || pairs.contains(where: answered.contains)
        else { throw await cause(of: error, about: pairs, after: sent, in: scope) }
        return try await tickers(of: pairs, inParts: [], details, in: scope)
      default: throw error
      }
    }
  }

  /// The tickers of these pairs from an exchange that rejects a request with an unknown pair. Each part
  /// is requested separately. Without parts, or if the exchange rejects the first part or all parts, the
  /// tickers of all pairs are requested, because they show which pairs are missing.
  private func tickers(
    of pairs: [Pair], inParts parts: [[Pair]], _ details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    var answer: Answer<[Ticker]>?
    for part in parts where !part.isEmpty {
      do throws(MarketError) {
        let found = try await scope.everyday.tickers(of: part, details: details)
        answer = answer?.adding(found) ?? found
      } catch .unknownSymbol {
        if part == parts[0] { break }
      }
    }
    let result: Answer<[Ticker]>
    if let answer {
      result = answer
    } else {
      result = try await scope.everyday.tickers(of: nil, details: details).requiringRows()
    }
    answered.reject(pairs, missingFrom: result.value)
    return result
  }

  /// Finds the cause of an error with the list of pairs: a pair is not listed, or the exchange fails to send
  /// the data of a listed pair. Otherwise returns the error, or the error of requesting the list. `sent` is
  /// the number of requests that had been made when the error occurred.
  private func cause(
    of error: MarketError, about pairs: [Pair], after sent: Int, in scope: RequestScope
  ) async -> MarketError {
    do throws(MarketError) {
      let listed = try await scope.everyday.pairs()
      let unlisted = pairs.first { !listed.pairs.contains($0) }
      if let unlisted { return listed.reason(forMissing: unlisted) }
      switch error {
      case .httpStatus(let status, _): return .dataUnavailable(pairs[0], status: status)
      case .unknownSymbol: return listed.reason(forMissing: pairs[0])
      default: return error
      }
    } catch let listError {
      return switch error {
      // The error of an exchange does not always name the pair. If the list needed no further request, the
      // error was about the list, not about the pair.
      case .unknownSymbol where pairs.count == 1 && scope.requestCount > sent:
        .unknownSymbol(pairs[0].symbol, near: [])
      case .unknownSymbol, .notRequestable: listError
      default: error
      }
    }
  }

  func failures(aboutCoins missing: [Pair], tickers: [Ticker]) -> [MarketError] {
    missing.map { coin in
      answered.contains(coin)
        ? .noData(for: coin.symbol)
        : .unknownCoin(coin.symbol, near: PairList(tickers).coins(near: coin.symbol))
    }
  }

  func failures(
    about missing: [Pair], tickers: [Ticker] = [], in scope: RequestScope
  ) async throws(MarketError) -> [MarketError] {
    guard !missing.allSatisfy(answered.contains) else {
      return missing.map { .noData(for: $0.symbol) }
    }
    do throws(MarketError) {
      return missing.map(try await scope.everyday.pairs().adding(tickers).reason)
    } catch .missing {
      return missing.map(PairList(tickers).reason)
    }
  }
}

extension PairList {
  fileprivate func reason(forMissing pair: Pair) -> MarketError {
    pairs.contains(pair)
      ? .noData(for: pair.symbol)
      : .unknownSymbol(pair.symbol, near: names(near: pair))
  }
}
