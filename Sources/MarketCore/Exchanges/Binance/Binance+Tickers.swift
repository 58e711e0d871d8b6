import Foundation

extension Binance {
  /// `/ticker/24hr` of all symbols, one, or some; as `type=MINI` where bid and ask are not needed.
  public func tickers(
    of pairs: [Pair]?, fields: Set<TickerField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let isMini = fields.isDisjoint(with: [.bid, .ask, .spreadBasisPoints])
    let known = pairs?.filter { $0.joined != nil }
    if let known, known.isEmpty { return Answer([], asOf: .now) }
    do throws(MarketError) {
      return try await tickers(ofKnown: known, isMini: isMini, in: scope)
    } catch .unknownSymbol where known?.count == 1 {
      return Answer([], asOf: .now)
    } catch  where known != nil && canIndicateUnlistedPair(error) {
      // One unknown symbol drops all the others; a recording may have the list.
      do throws(MarketError) {
        return try await tickers(ofKnown: nil, isMini: isMini, in: scope)
      } catch let second {
        throw second.isEndOfRecording ? second : error
      }
    }
  }

  private func tickers(
    ofKnown pairs: [Pair]?, isMini: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let selection = Selection(pairs)
    async let firstListing = listingResult(of: pairs, in: scope)
    let (response, notes) = try await recordedRows(selection, isMini: isMini, in: scope)
    let rows: [WireTicker]
    var warnings = notes
    if case .one = selection {
      rows = [try response.decoded()]
    } else {
      let all: Rows<WireTicker> = try response.decoded()
      rows = all.elements
      warnings += all.warnings
    }
    var listing = try await firstListing.get()
    if pairs == nil {
      listing = try await self.listing(of: nil, in: scope) { listing in
        rows.contains { listing.pairs[$0.symbol] == nil }
      }
    }
    let tickers = rows.compactMap { row in
      let pair = listing.pairs[row.symbol]
      if pair == nil { warnings.append(.rowLeftOut("\(row.symbol): not in the list of symbols")) }
      return pair.map(row.ticker(of:))
    }
    return try Answer(tickers, in: response, warnings)
  }

  /// The response, of the other type if only that was recorded.
  private func recordedRows(
    _ selection: Selection, isMini: Bool, in scope: RequestScope
  ) async throws(MarketError) -> (Transport.Response, [Warning]) {
    do throws(MarketError) {
      return (try await rows(selection, isMini: isMini, in: scope), [])
    } catch .recordingMissing(let sentence) {
      do throws(MarketError) {
        let response = try await rows(selection, isMini: !isMini, in: scope)
        return (response, isMini ? [] : [.note("bid and ask were not recorded")])
      } catch .recordingMissing {
        throw .recordingMissing(sentence)
      }
    }
  }

  private func rows(
    _ selection: Selection, isMini: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    let (query, weight): (KeyValuePairs<String, String>, Int) =
      switch (selection, isMini) {
      case (.all, false): ([:], 80)
      case (.all, true): (["type": "MINI"], 80)
      case (.one(let symbol), false): (["symbol": symbol], 2)
      case (.one(let symbol), true): (["symbol": symbol, "type": "MINI"], 2)
      case (.some(let list, let count), false): (["symbols": list], count <= 20 ? 2 : 40)
      case (.some(let list, let count), true):
        (["symbols": list, "type": "MINI"], count <= 20 ? 2 : 40)
      }
    return try await scope.get("ticker", "24hr", query: query, limit: Self.limit, cost: weight)
  }
}
