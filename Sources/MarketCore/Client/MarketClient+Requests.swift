/// How questions are asked, and what is behind their errors.
extension MarketClient {
  /// Asks one question about a pair.
  func ask<Value>(
    of pair: Pair, _ question: (RequestScope, Pair) async throws(MarketError) -> Answer<Value>
  ) async -> Result<Answer<Value>, MarketError> {
    await ask(about: [pair]) { scope, pairs throws(MarketError) in
      do throws(MarketError) {
        return try await question(scope, pairs[0])
      } catch {
        guard exchange.canIndicateUnlistedPair(error) else { throw error }
        throw await cause(of: error, about: pairs, in: scope)
      }
    }
  }

  /// Asks one question, with a deadline of its own.
  ///
  /// - Parameters:
  ///   - pairs: the pairs that it is about, perhaps in the exchange's own codes.
  ///   - question: gets their everyday names.
  func ask<Value>(
    about pairs: [Pair] = [], perPair: PerPairFields = .all,
    _ question: (RequestScope, [Pair]) async throws(MarketError) -> Answer<Value>
  ) async -> Result<Answer<Value>, MarketError> {
    let scope = scope(perPair)
    var names: [Pair: Pair] = [:]
    for pair in pairs {
      let name = await exchange.everydayName(of: pair, in: scope)
      if name != pair { names[pair] = name }
    }
    // An unknown pair keeps the name by which it was requested.
    let typed = Dictionary(names.map { ($1.symbol, $0.symbol) }) { first, _ in first }
    func naming(_ error: MarketError) -> MarketError {
      guard case .unknownSymbol(let symbol, let near) = error else { return error }
      return .unknownSymbol(typed[symbol] ?? symbol, near: near)
    }
    do throws(MarketError) {
      var answer = try await question(scope, pairs.map { names[$0] ?? $0 })
      answer.names = names
      answer.failures = answer.failures.map(naming)
      return .success(answer)
    } catch {
      return .failure(naming(error))
    }
  }

  /// The tickers of those of these pairs that are listed; there may be others besides.
  func tickers(
    among pairs: [Pair], fields: Set<TickerField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    do throws(MarketError) {
      return try await exchange.tickers(of: pairs, fields: fields, in: scope)
    } catch {
      switch error {
      // One unknown pair can hide the others: those that are listed are asked for again.
      case .unknownSymbol, .notRequestable:
        guard let listed = try? await exchange.pairs(in: scope) else {
          throw await cause(of: error, about: pairs, in: scope)
        }
        let known = pairs.filter(listed.pairs.contains)
        guard !known.isEmpty, known.count < pairs.count else {
          throw await cause(of: error, about: pairs, in: scope)
        }
        do throws(MarketError) {
          return try await exchange.tickers(of: known, fields: fields, in: scope)
        } catch .unknownSymbol {
          throw await cause(of: error, about: known, in: scope)
        }
      // A recording of all pairs holds these, too.
      case .recordingMissing:
        if let answer = try? await exchange.tickers(of: nil, fields: fields, in: scope) {
          return answer
        }
        throw error
      default: throw error
      }
    }
  }

  /// Tells pairs that are not listed from those whose data the exchange fails to give.
  private func cause(
    of error: MarketError, about pairs: [Pair], in scope: RequestScope
  ) async -> MarketError {
    let listed: PairList
    do throws(MarketError) {
      listed = try await exchange.pairs(in: scope)
    } catch let listError {
      switch error {
      // Without the list nothing is known of a pair that was never asked for.
      case .notRequestable: return listError
      // The error of an exchange does not always name the pair.
      case .unknownSymbol:
        return pairs.count == 1 ? .unknownSymbol(pairs[0].symbol, near: []) : listError
      default: return error
      }
    }
    if let unknown = pairs.first(where: { !listed.pairs.contains($0) }) {
      return .unknown(unknown, among: listed)
    }
    switch error {
    case .httpStatus(let status, _): return .dataUnavailable(pairs[0], status: status)
    case .unknownSymbol: return .withoutData(pairs[0])
    default: return error
    }
  }

  /// The rows of these pairs, in this order.
  ///
  /// - Parameter tickers: those that the answer has.
  func pick<Row>(
    _ pairs: [Pair], from answer: Answer<[Row]>, by pair: (Row) -> Pair, tickers: [Ticker] = [],
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Row]> {
    let rows = Dictionary(answer.value.map { (pair($0), $0) }) { first, _ in first }
    var picked = answer.map { _ in pairs.compactMap { rows[$0] } }
    let missing = pairs.filter { rows[$0] == nil }
    // Without a row, the first failure is thrown.
    let told = picked.value.isEmpty ? Array(missing.prefix(1)) : missing
    picked.failures = try await failures(about: told, tickers: tickers, in: scope)
    if picked.value.isEmpty, let first = picked.failures.first { throw first }
    return picked
  }

  /// The reasons why an answer lacks these pairs.
  ///
  /// - Parameter tickers: those that the answer has.
  func failures(
    about missing: [Pair], tickers: [Ticker], in scope: RequestScope
  ) async throws(MarketError) -> [MarketError] {
    guard !missing.isEmpty else { return [] }
    let listed = try await exchange.pairs(in: scope).adding(tickers)
    return missing.map { pair in
      listed.pairs.contains(pair) ? .withoutData(pair) : .unknown(pair, among: listed)
    }
  }
}

extension MarketError {
  /// A pair that is listed, but denied.
  fileprivate static func withoutData(_ pair: Pair) -> MarketError {
    .exchangeError(message: "no data for \(pair)", isTransient: true)
  }

  fileprivate static func unknown(_ pair: Pair, among listed: PairList) -> MarketError {
    .unknownSymbol(pair.symbol, near: listed.names(near: pair))
  }
}
