extension Binance {
  /// Which pair each symbol is: `TUSDT` is T-USDT, and nothing in it says so.
  struct Listing: Sendable {
    /// By symbol.
    let pairs: [String: Pair]
  }

  /// The request: all symbols, one, or some.
  enum Selection {
    case all
    case one(String)
    /// As the query has it, `["BTCUSDT","BNBUSDT"]`, and how many these are.
    case some(list: String, count: Int)

    /// The most symbols that are asked for by name: of more, all weigh as much.
    private static let mostNamed = 100

    /// The scope of pairs that have a base and a quote.
    init(_ pairs: [Pair]?) {
      let symbols = Set((pairs ?? []).compactMap(\.joined)).sorted()
      switch symbols.count {
      case 1: self = .one(symbols[0])
      case 2...Self.mostNamed:
        let quoted = symbols.map { "\"\($0.filter { !"\"\\".contains($0) })\"" }
        self = .some(list: "[\(quoted.joined(separator: ","))]", count: symbols.count)
      default: self = .all
      }
    }
  }

  /// `/exchangeInfo`, with the names of only those pairs that were asked for.
  public func instruments(
    of pairs: [Pair]?, fields: Set<InstrumentField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let response = try await symbols(Selection(pairs), in: scope)
    let wire: WireExchangeInfo<WireInstrument> = try response.decoded()
    return try Answer(
      wire.symbols.elements.map(\.instrument), in: response, wire.symbols.warnings)
  }

  /// The pairs of `/exchangeInfo`, also those that are not traded just now.
  public func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await listing(of: nil, in: scope).pairs.values)
  }

  /// The symbols of these pairs. A question about few pairs need not wait for megabytes; where
  /// all symbols are known and these are among them, nothing is asked.
  ///
  /// - Parameter isOutdated: whether an answer holds symbols that the list of all lacks.
  func listing(
    of pairs: [Pair]?, in scope: RequestScope,
    isOutdated: (Listing) -> Bool = { _ in false }
  ) async throws(MarketError) -> Listing {
    if let pairs, let all = scope.cache.kept(Listing.self),
      pairs.allSatisfy({ pair in pair.joined.flatMap { all.pairs[$0] } != nil })
    {
      return all
    }
    let selection = Selection(pairs)
    let subject =
      switch selection {
      case .all: ""
      case .one(let symbol): symbol
      case .some(let list, _): list
      }
    return try await scope.cache.value(about: subject, isOutdated: isOutdated) {
      () async throws(MarketError) in
      let response = try await symbols(selection, in: scope)
      let symbols = try (response.decoded() as WireExchangeInfo<WireSymbol>).symbols
      // A row that cannot be understood is no proof that its pair is not listed.
      if let reason = symbols.warnings.first, pairs != nil || symbols.elements.isEmpty {
        throw .malformed(reason.description)
      }
      return Listing(
        pairs: Dictionary(symbols.elements.map { ($0.symbol, $0.pair) }) { first, _ in first })
    }
  }

  /// The same as a task, to be awaited later.
  func listingResult(
    of pairs: [Pair]?, in scope: RequestScope
  ) async -> Result<Listing, MarketError> {
    do throws(MarketError) {
      return .success(try await listing(of: pairs, in: scope))
    } catch {
      return .failure(error)
    }
  }

  /// Of all symbols without their permissions, which are several times the rest.
  private func symbols(
    _ selection: Selection, in scope: RequestScope
  ) async throws(MarketError) -> Transport.Response {
    let query: KeyValuePairs =
      switch selection {
      case .all: ["showPermissionSets": "false"]
      case .one(let symbol): ["symbol": symbol]
      case .some(let list, _): ["symbols": list]
      }
    return try await scope.get(
      "exchangeInfo", query: query, limit: Self.limit, cost: Weight.symbols)
  }
}
