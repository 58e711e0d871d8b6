/// What an account holds: a pair on an exchange, or a currency, either cash (`EUR`) or a coin (`BTC`).
/// The ``Trade``s of a holding determine its quantity.
public struct Holding: Hashable, Sendable {
  /// The name of the account; `nil` if there is only one account.
  public internal(set) var account: String?
  /// The exchange of the pair; for a currency, the exchange whose rates are tried first, or `nil`.
  public let exchange: ExchangeID?
  /// The pair. If a currency is held, its symbol is the code of the currency.
  public internal(set) var pair: Pair
  /// Whether a currency is held, not a pair.
  public let isAmount: Bool

  /// A holding of a pair.
  ///
  /// - Parameters:
  ///   - pair: the pair.
  ///   - exchange: the exchange that lists the pair.
  ///   - account: the name of the account; `nil` if there is only one account.
  public init(_ pair: Pair, on exchange: ExchangeID, account: String? = nil) {
    (self.pair, self.exchange, self.account, isAmount) = (pair, exchange, account, false)
  }

  /// A holding of a currency.
  ///
  /// - Parameters:
  ///   - currency: the code of the currency, such as `EUR` or `BTC`.
  ///   - exchange: for a coin, the exchange whose rates are tried first, if any; `nil` for cash.
  ///   - account: the name of the account; `nil` if there is only one account.
  public init(of currency: String, exchange: ExchangeID? = nil, account: String? = nil) {
    (pair, self.exchange, self.account) = (Pair(symbol: currency), exchange, account)
    isAmount = true
  }

  /// The account, if it has a name, and the symbol: `main BTC-USD`.
  var title: String { [account, pair.symbol].compactMap(\.self).joined(separator: " ") }

  var isCoin: Bool { isAmount && !Currency(pair.symbol).isOfficial }
  var isCash: Bool { isAmount && !isCoin }

  /// The quote currency of the pair, or the held currency; `nil` for a pair without a quote currency.
  package var quote: String? { isAmount ? pair.symbol : pair.quote }
  /// The base currency of the pair, or the held currency.
  var base: String { pair.base ?? pair.symbol }

  package var listing: Listing { Listing(exchange: exchange, pair: pair) }

  /// The holding with the pair that `names` has for its listing, if any.
  func named(by names: [Listing: Listing]) -> Holding {
    guard !names.isEmpty, let name = names[listing] else { return self }
    var holding = self
    holding.pair = name.pair
    return holding
  }
}
