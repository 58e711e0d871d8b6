public import Foundation

/// The last price of a pair, and its change and volume in the last 24 hours.
///
/// A number that the exchange did not send is `nil`, because no exchange promises to send all numbers. A
/// price of 0 is `nil`, too, except on Blockchain.com, where it is the price of a pair that was never traded.
public struct Ticker: Hashable, Sendable {
  /// The exchange, which a client sets; `nil` if the ticker was created without one.
  public internal(set) var exchange: ExchangeID?
  public internal(set) var pair: Pair
  /// The name of the base currency as the exchange sends it, as in `Bitcoin`.
  public internal(set) var name: String?
  /// The price of the last trade, in the quote currency. The trade may be long ago.
  public let last: Decimal?
  /// The price from which the change is measured, in the quote currency.
  public let open: Decimal?
  /// The moment of ``open``.
  public let changeReference: ChangeReference
  /// The highest price of a bid, in the quote currency.
  public internal(set) var bid: Decimal?
  /// The lowest price of an ask, in the quote currency.
  public internal(set) var ask: Decimal?
  /// The highest price of the last 24 hours, in the quote currency.
  public let high: Decimal?
  /// The lowest price of the last 24 hours, in the quote currency.
  public let low: Decimal?
  /// The quantity traded in the last 24 hours, in the base currency. It is 0 if there was no trade, or
  /// if the pair ``isDead``.
  public internal(set) var volume: Decimal?
  /// The time of the last trade, or of the statistics; `nil` if the exchange sends no time for each pair.
  public internal(set) var tradedAt: Date?
  private(set) var death: Death?
  /// Whether an unknown last price is displayed as `$0.00` instead of a dash, as on Blockchain.com.
  public let showsMissingLastAsZero: Bool
  /// The ``notional`` in ``turnoverCurrency``, set by a list that has a currency; `nil` if there is no
  /// exchange rate.
  public internal(set) var turnover: Decimal?
  /// The currency of ``turnover``; `nil` outside a list that has a currency.
  public internal(set) var turnoverCurrency: String?

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

  /// Last minus open, in the quote currency; `nil` if last or open is unknown or 0.
  public var change: Decimal? { last?.change(since: open) }

  /// Change ÷ open × 100, with up to 38 digits: 5 is 5 %; `nil` if the change is unknown.
  public var percent: Decimal? { change?.percentage(of: open) }

  /// (Ask − bid) × 10,000 ÷ mid, with up to 38 digits; `nil` if ask or bid is unknown.
  public var spreadBasisPoints: Decimal? {
    guard let bid, let ask else { return nil }
    return ask.subtracting(bid).multiplied(by: 20_000)?.divided(by: bid.adding(ask))
  }

  /// Volume × last, in the quote currency: approximately the turnover of the last 24 hours. `nil` if
  /// volume or last is unknown, but 0 if the pair ``isDead``.
  public var notional: Decimal? { isDead ? 0 : last.flatMap { volume?.multiplied(by: $0) } }

  /// Whether there was a trade in the last 24 hours; `false` also if the volume is unknown.
  var isTraded: Bool { volume?.isAboveZero ?? false }
}

// MARK: - Dead pairs

extension Ticker {
  /// The reason why a pair is not traded any more.
  enum Death: String, Hashable, Codable {
    /// The last trade, or the statistics, are more than 24 hours older than the response.
    case lastTrade = "last_trade"
    /// The exchange lists the pair as permanently closed.
    case closed
  }

  /// Whether the pair is not traded any more. Its last trade, or its statistics, are more than 24 hours
  /// older than the response, or the exchange lists it as permanently closed. Its last price says
  /// nothing about the current market.
  public var isDead: Bool { death != nil }

  /// Marks the pair as not traded any more, and sets its volume to 0.
  mutating func markAsDead(by death: Death) { (self.death, volume) = (death, 0) }

  /// A note about a pair with a price that is not traded any more, as in
  /// `VEN-BTC: last trade 2018-07-23`; `nil` for other pairs.
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

/// The moment from which a change is measured.
public enum ChangeReference: String, Codable, Sendable {
  /// 24 hours before the answer.
  case dayAgo = "24h"
  /// 00:00 UTC on the day of the answer.
  case utcDay = "utc-day"

  /// Returns the moment for an answer that arrived at `time`.
  func moment(asOf time: Date) -> Date {
    let day = Period.oneDay.seconds
    switch self {
    case .dayAgo: return time - day
    case .utcDay:
      return Date(timeIntervalSince1970: (time.timeIntervalSince1970 / day).rounded(.down) * day)
    }
  }
}
