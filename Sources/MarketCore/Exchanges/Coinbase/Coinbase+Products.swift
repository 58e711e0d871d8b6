extension Coinbase {
  /// The names of currencies by their codes.
  struct Names: Sendable {
    let names: [String: String]

    fileprivate init(_ currencies: [WireCurrency]) {
      names = Dictionary(
        currencies.compactMap { currency in currency.name.map { (currency.id, $0) } }
      ) { first, _ in first }
    }
  }

  /// `/products/ID` for one pair, else `/products`, which holds delisted ones, too.
  public func instruments(
    of pairs: [Pair]?, fields: Set<InstrumentField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    async let firstNames = names(of: pairs, ifNeeded: fields.contains(.name), in: scope)
    let products: Answer<[WireProduct]>
    if let pair = pairs?.first, pairs?.count == 1 {
      let response = try await scope.get(
        "products", try pair.requestable().symbol, limit: Self.limit)
      products = try Answer([try response.decoded()], in: response)
    } else {
      products = try await allProducts(in: scope)
    }
    let listed = products.value.filter(\.isListed)
    let names = await renewed(await firstNames, for: listed.map(\.pair), in: scope)
    var answer = products.map { _ in
      listed.map { product in
        product.instrument(name: product.pair.base.flatMap { names.fact?.names[$0] })
      }
    }
    answer.warnings += names.warnings
    return answer
  }

  /// The products of `/products` that are listed.
  public func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    try await scope.cache.value { () async throws(MarketError) in
      PairList(try await allProducts(in: scope).value.filter(\.isListed).map(\.pair))
    }
  }

  private func allProducts(
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[WireProduct]> {
    let response = try await scope.get("products", limit: Self.limit)
    let rows: Rows<WireProduct> = try response.decoded()
    return try Answer(rows.elements, in: response, rows.warnings)
  }
}

/// Names of currencies.
extension Coinbase {
  /// `/currencies/CODE` for one pair, else `/currencies`.
  func names(
    of pairs: [Pair]?, ifNeeded isNeeded: Bool, in scope: RequestScope
  ) async -> (fact: Names?, warnings: [Warning]) {
    guard isNeeded else { return (nil, []) }
    guard let pair = pairs?.first, let base = pair.base, pairs?.count == 1, pair.isRequestable,
      scope.cache.kept(Names.self) == nil
    else { return await allNames(in: scope) }
    let alone = await scope.cache.optional("name for \(base)", about: base) {
      () async throws(MarketError) in
      do throws(MarketError) {
        let response = try await scope.get("currencies", base, limit: Self.limit)
        return Names([try response.decoded()])
      } catch .unknownSymbol {
        return Names([])
      }
    }
    // A recording that lacks it may have the list.
    guard alone.fact == nil else { return alone }
    let all = await allNames(in: scope)
    return all.fact == nil ? alone : all
  }

  /// The names once more when they lack one of these, but not within the hour.
  func renewed(
    _ names: (fact: Names?, warnings: [Warning]), for pairs: [Pair], in scope: RequestScope
  ) async -> (fact: Names?, warnings: [Warning]) {
    guard names.fact != nil, scope.cache.kept(Names.self) != nil else { return names }
    return await allNames(in: scope) { names in
      pairs.contains { pair in pair.base.map { names.names[$0] == nil } ?? false }
    }
  }

  private func allNames(
    in scope: RequestScope, isOutdated: (Names) -> Bool = { _ in false }
  ) async -> (fact: Names?, warnings: [Warning]) {
    await scope.cache.optional("currency names", isOutdated: isOutdated) {
      () async throws(MarketError) in
      let response = try await scope.get("currencies", limit: Self.limit)
      let rows: Rows<WireCurrency> = try response.decoded()
      return Names(rows.elements)
    }
  }
}
