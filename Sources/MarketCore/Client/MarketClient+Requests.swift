/// The requests of an answer, and the causes of their errors.
extension MarketClient {
  /// Makes the requests about a pair.
  func request<Value>(
    about pair: Pair, _ body: (RequestScope, Pair) async throws(MarketError) -> Answer<Value>
  ) async -> Result<Answer<Value>, MarketError> {
    await request(about: [pair]) { scope, pairs throws(MarketError) in
      do throws(MarketError) {
        return try await body(scope, pairs[0])
      } catch {
        guard exchange.canIndicateUnlistedPair(error) else { throw error }
        throw await cause(of: error, about: pairs, in: scope)
      }
    }
  }

  /// Makes the requests of an answer about these pairs, with a deadline of their own. They may be in
  /// the exchange's own codes; `body` gets their everyday names.
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
    /// An unknown pair, or coin, keeps the name by which it was requested. One in own codes that were not read
    /// has its everyday name as a hint.
    func restoringName(in error: MarketError) -> MarketError {
      guard let (symbol, sent) = error.unlisted else { return error }
      var near = sent
      let pair = Pair(symbol: symbol)
      if near.isEmpty, pairsInOwnCodes?.contains(pair) == false {
        let everyday = exchange.info.codes.map(listed: nil).everyday(typed: pair)
        if everyday != pair { near = [everyday.symbol] }
      }
      let requested = names.first { $0.value == pair }?.key.symbol ?? symbol
      if case .unknownCoin = error { return .unknownCoin(requested, near: near) }
      return .unknownSymbol(requested, near: near)
    }
    do throws(MarketError) {
      var answer = try await body(scope, pairs.map { names[$0] ?? $0 })
      answer.names = names
      answer.warnings = notes + answer.warnings
      answer.failures = answer.failures.map(restoringName)
      return .success(answer)
    } catch {
      return .failure(restoringName(in: error))
    }
  }

  /// The tickers of those of these pairs that are listed; there may be others besides.
  func listedTickers(
    of pairs: [Pair], details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    do throws(MarketError) {
      return try await scope.everyday.tickers(of: pairs, details: details)
    } catch {
      switch error {
      // One unknown pair can hide the others: those that are listed are requested again.
      case .unknownSymbol, .notRequestable, .missing:
        let listed = try? await scope.everyday.pairs()
        let known = pairs.filter { listed?.pairs.contains($0) ?? false }
        guard !known.isEmpty, known.count < pairs.count else {
          throw await cause(of: error, about: pairs, in: scope)
        }
        do throws(MarketError) {
          return try await scope.everyday.tickers(of: known, details: details)
        } catch .unknownSymbol {
          throw await cause(of: error, about: known, in: scope)
        }
      default: throw error
      }
    }
  }

  /// Tells pairs that are not listed from those whose data the exchange fails to give.
  private func cause(
    of error: MarketError, about pairs: [Pair], in scope: RequestScope
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
      // The error of an exchange does not always name the pair.
      case .unknownSymbol where pairs.count == 1: .unknownSymbol(pairs[0].symbol, near: [])
      case .unknownSymbol, .notRequestable: listError
      default: error
      }
    }
  }

  /// The reasons why an answer, which has these tickers, lacks coins.
  func failures(aboutCoins coins: [String], tickers: [Ticker]) -> [MarketError] {
    guard !coins.isEmpty else { return [] }
    let bases = Set(tickers.compactMap(\.pair.base))
    return coins.filter { !bases.contains($0) }.map {
      .unknownCoin($0, near: PairList(tickers).coins(near: $0))
    }
  }

  /// The reasons why an answer, which has these tickers, lacks these pairs.
  func failures(
    about missing: [Pair], tickers: [Ticker] = [], in scope: RequestScope
  ) async throws(MarketError) -> [MarketError] {
    guard !missing.isEmpty else { return [] }
    do throws(MarketError) {
      return missing.map(try await scope.everyday.pairs().adding(tickers).reason)
    } catch .missing {
      return missing.map(PairList(tickers).reason)
    }
  }
}

extension PairList {
  /// The reason why an answer lacks a pair: it is not listed, or the exchange fails to send its data.
  fileprivate func reason(forMissing pair: Pair) -> MarketError {
    pairs.contains(pair)
      ? .exchangeError(message: "no data for \(pair)", isTransient: true)
      : .unknownSymbol(pair.symbol, near: names(near: pair))
  }
}
