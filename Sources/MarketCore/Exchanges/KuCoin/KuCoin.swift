/// KuCoin's spot market. Sources, unless another one is named: the SDK kucoin-universal-sdk of November 2025,
/// the documentation, as copied in November 2025 (github.com/rosssaunders/coincise), responses of May 2025 to
/// September 2026, as other clients recorded them, and the client ccxt 4.5.90.
package struct KuCoin: Exchange {
  /// Prices are a snapshot every 2 s. Requests with a total weight of 2,000 are allowed in 30 s per address. A
  /// side of a book has at most 100 levels without a key; single orders require one.
  ///
  /// Codes (sources: for WAXL, RONIN and FUN two open-source adapters, else one, unconfirmed): FUN is
  /// Sport.fun, as on Kraken, KIN is Kindred. The aliases are old codes, which symbols still have.
  package let info = ExchangeInfo(
    id: "kucoin", title: "KuCoin", url: "https://api.kucoin.com/api",
    minimumPollInterval: .seconds(2)
  ) {
    $0.limit = RateLimit("weight", 2000, per: .seconds(30))
    $0.hasNames = true
    $0.periods = Period.allCases
    $0.bookLimit = 100
    $0.sizeParameters = ["startAt"]
    $0.itemParameters = ["symbol"]
    $0.codes = CoinCodes(
      [
        "WAXL": "AXL", "RONIN": "RON", "FUN": "FUN.kraken", "KIN": "KIN.kucoin",
        "REDSTONE": "RED", "KALT": "ALT", "KACE": "ACE", "SOLAYER": "LAYER", "TSTBSC": "TST",
        "ARCSOL": "ARC", "ACTSOL": "ACT",
      ], aliases: ["WAX": "WAXP", "GALAX": "GALA", "BCHSV": "BSV"])
  }

  package init() {}

  /// The cached pairs of `/v2/symbols`.
  package func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await directory(in: scope).symbols.keys)
  }

  /// The pair of a name. It is the symbol at first, but changes if a coin is renamed: the name of
  /// `BCHSV-USDT` is `BSV-USDT`. It can have small letters (`ksETH-ETH`).
  static func pair(_ row: JSONObject, named key: JSONKey) throws -> Pair {
    Pair(symbol: try (row.text(key) ?? row.name("symbol")).uppercased())
  }

  /// The symbol of a pair, for requests. It is nearly always equal to the pair: `/v2/symbols/SYMBOL` shows
  /// whether it is. If not, the list of all symbols has it.
  func symbol(of pair: Pair, in scope: RequestScope) async throws(MarketError) -> String {
    let all = scope.cache.cached(SymbolDirectory<String>.self)
    if let symbol = all?.symbols[pair] { return symbol }
    if pair.isRequestable {
      do throws(MarketError) {
        if let symbol = try await directory(of: pair.symbol, in: scope).symbols[pair] {
          return symbol
        }
      } catch .unknownSymbol {}
    }
    return try await directory(in: scope) { $0.lacks([pair]) }.symbol(of: pair)
  }

  /// The member `data` of a response about one pair: `{"code":"200000","data":…}`. That null stands for an
  /// unknown pair is unconfirmed.
  static func data<Data: Decodable, Value>(
    of response: Transport.Response, _ parse: @escaping (Data) throws -> Value
  ) throws(MarketError) -> Value {
    let value = try response.parsed { (root: JSONObject) in
      try (root.optionalValue("data") as Data?).map(parse)
    }
    guard let value else { throw .unknownSymbol("", near: []) }
    return value
  }
}

extension KuCoin {
  /// Cached names of currencies by their codes. A `currency` never changes; `name` is the code that is shown.
  func names(of pairs: [Pair], in scope: RequestScope) async -> NameList {
    await scope.currencyNames(of: pairs) { () async throws(MarketError) in
      try await scope.get("v3", "currencies", cost: 3).parsed { (root: JSONObject) in
        try root.array("data").objects(named: "currency", Self.currency)
      }
    }
  }

  /// `{"currency":"GALAX","name":"GALA","fullName":"Gala","precision":8,"chains":[…],…}`.
  private static func currency(_ row: JSONObject) throws -> (code: String, name: String)? {
    let code = try row.text("name") ?? row.name("currency")
    return try row.text("fullName").map { (code.uppercased(), $0) }
  }
}
