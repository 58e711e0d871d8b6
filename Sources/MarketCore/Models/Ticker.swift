public import Foundation

/// The last price of a pair, with statistics of a day. Prices are in the quote currency.
///
/// An unknown number is `nil`, and so is a price that the exchange sent as 0, except on Blockchain.com.
public struct Ticker: Hashable, Sendable {
  /// The exchange; `nil` if the ticker was created without an exchange.
  public internal(set) var exchange: ExchangeID?
  public internal(set) var pair: Pair
  /// The name of the base currency, such as `Bitcoin`, as the exchange sends it; `nil` if it is unknown.
  public internal(set) var name: String?
  /// The price of the last trade, which may be long ago.
  public internal(set) var last: Decimal?
  /// The price from which the change is measured.
  public internal(set) var open: Decimal?
  /// The moment of ``open``.
  public internal(set) var changeReference: ChangeReference
  /// The highest bid.
  public internal(set) var bid: Decimal?
  /// The lowest ask.
  public internal(set) var ask: Decimal?
  /// The highest price of the last 24 hours.
  public internal(set) var high: Decimal?
  /// The lowest price of the last 24 hours.
  public internal(set) var low: Decimal?
  /// The quantity traded in the last 24 hours, in the base currency; 0 if the pair ``isDead``.
  public internal(set) var volume: Decimal?
  /// The time of the last trade, or of the pair's statistics; `nil` if it is unknown.
  public internal(set) var tradedAt: Date?
  private(set) var death: Death?
  /// The arrival time of the last message of a stream about the pair; `nil` if the ticker was polled.
  public internal(set) var receivedAt: Date?
  /// Whether an unknown last price is displayed as 0 instead of a dash, as on Blockchain.com.
  public let showsMissingLastAsZero: Bool
  /// The ``notional``, converted to ``turnoverCurrency``; `nil` if it is not converted, or cannot be.
  public internal(set) var turnover: Decimal?
  public internal(set) var turnoverCurrency: String?
  // Optional, because tickers are copied often, and `nil` has no storage to retain.
  public var pastCloses: [PastSpan: Decimal]?

  /// The time of the last sign of life of the stream; `nil` if the ticker was polled.
  var confirmedAt: Date?

  /// Creates a ticker. A ``Portfolio`` uses only tickers that have an exchange.
  public init(
    exchange: ExchangeID? = nil, pair: Pair, name: String? = nil, open: Decimal?, volume: Decimal?,
    last: Decimal?, changeReference: ChangeReference = .dayAgo, bid: Decimal? = nil,
    ask: Decimal? = nil, high: Decimal? = nil, low: Decimal? = nil, tradedAt: Date? = nil,
    showsMissingLastAsZero: Bool = false
  ) {
    self.exchange = exchange
    self.pair = pair
    self.name = name
    self.open = open
    self.volume = volume
    self.last = last
    self.changeReference = changeReference
    self.bid = bid
    self.ask = ask
    self.high = high
    self.low = low
    self.tradedAt = tradedAt
    self.showsMissingLastAsZero = showsMissingLastAsZero
  }

  /// Last minus open; `nil` if last or open is unknown or 0.
  public var change: Decimal? { last?.change(since: open) }

  /// Change ÷ open × 100, with up to 38 digits: 5 is 5 %; `nil` if the change is unknown.
  public var percent: Decimal? { change?.percentage(of: open) }

  /// (Ask − bid) × 10,000 ÷ mid, with up to 38 digits; `nil` if ask or bid is unknown, or both are 0.
  public var spreadBasisPoints: Decimal? {
    guard let bid, let ask else { return nil }
    return ask.subtracting(bid).multiplied(by: 20_000)?.divided(by: bid.adding(ask))
  }

  /// Volume × last: approximately the turnover of the last 24 hours, in the quote currency. 0 if the pair
  /// ``isDead``; `nil` if a number is unknown, or the product is too large.
  public var notional: Decimal? { isDead ? 0 : last.flatMap { volume?.multiplied(by: $0) } }

  /// Whether there was a trade in the last 24 hours; `false` also if the volume is unknown.
  var isTraded: Bool { volume?.isAboveZero ?? false }
}

// MARK: - Dead pairs

extension Ticker {
  /// The reason why a pair ``isDead``.
  enum Death: String, Hashable, Codable {
    case lastTrade = "last_trade"
    case closed
  }

  /// Whether the pair counts as no longer traded: its last trade, or its statistics, are more than 24
  /// hours older than the response, or the exchange lists it as permanently closed. The last price then
  /// says nothing about the current market.
  public var isDead: Bool { death != nil }

  mutating func markAsDead(by death: Death) { (self.death, volume) = (death, 0) }

  /// Makes the price 24 hours ago unknown.
  mutating func removeOpen() { (open, changeReference) = (nil, .dayAgo) }

  /// The pair has been traded again, after its last trade was too old.
  mutating func markAsTraded() { if death == .lastTrade { death = nil } }

  /// A note about a dead pair, as in `VEN-BTC: last trade 2018-07-23`; `nil` if the pair is not dead, or
  /// has no last price.
  var noteOnDeath: String? {
    guard let death, last != nil else { return nil }
    guard death == .lastTrade, let tradedAt else { return "\(pair): trading closed" }
    return "\(pair): last trade \(tradedAt.formatted(.iso8601.year().month().day()))"
  }
}

extension [Ticker] {
  /// Sets the turnover of each ticker in the target currency of the converter.
  mutating func setTurnovers(by converter: inout CurrencyConverter) {
    // Tickers are changed in place, because they are expensive to copy.
    for index in indices { self[index].setTurnover(by: &converter) }
  }
}

extension Ticker {
  fileprivate mutating func setTurnover(by converter: inout CurrencyConverter) {
    turnoverCurrency = converter.target
    if isDead {
      turnover = 0
    } else if let quote = pair.quote, let notional {
      turnover = converter.route(from: quote, at: exchange)?.convert(notional)
    }
  }
}
