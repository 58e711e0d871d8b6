public import Foundation

/// The last price of a pair, and its change and volume over the last 24 hours.
///
/// No exchange promises each number: one that was not sent is `nil`. A price of 0 is `nil`, too, except on
/// Blockchain.com, where it is the price of a pair that was never traded.
public struct Ticker: Hashable, Sendable {
  /// The exchange; `nil` if none was named. A client sets it.
  public internal(set) var exchange: ExchangeID?
  /// The market.
  public internal(set) var pair: Pair
  /// The name of the base currency where the exchange gives one, as in `Bitcoin`.
  public internal(set) var name: String?
  /// The price of the last trade, in the quote currency, however long ago that was.
  public let last: Decimal?
  /// The price that the change is measured from, in the quote currency.
  public let open: Decimal?
  /// The moment of ``open``.
  public let changeReference: ChangeReference
  /// The best price that is bid, in the quote currency.
  public internal(set) var bid: Decimal?
  /// The best price that is asked, in the quote currency.
  public internal(set) var ask: Decimal?
  /// The highest price of the last 24 hours, in the quote currency.
  public let high: Decimal?
  /// The lowest price of the last 24 hours, in the quote currency.
  public let low: Decimal?
  /// The quantity traded in the last 24 hours, in the base currency; 0 if there was no trade, and
  /// if the pair ``isDead``.
  public internal(set) var volume: Decimal?
  /// The time of the last trade, or of the statistics, where the exchange sends one per pair; else `nil`.
  public internal(set) var tradedAt: Date?
  private(set) var death: Death?
  /// Whether the text of an unknown last price is `$0.00` instead of a dash, as for Blockchain.com.
  public let showsMissingLastAsZero: Bool
  /// The notional, converted to ``turnoverCurrency``; `nil` without an exchange rate, and outside a list
  /// with a currency. A list sets it.
  public internal(set) var turnover: Decimal?
  /// The currency of ``turnover``; `nil` when that is not set.
  public internal(set) var turnoverCurrency: String?

  /// A ticker of these values. A ``Portfolio`` uses only tickers that have an exchange.
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

  /// Last minus open, in the quote currency; `nil` when either is unknown or 0.
  public var change: Decimal? { last?.change(since: open) }

  /// Change ÷ open × 100, to the 38 digits of a decimal: 5 is 5 %. `nil` when the change is
  /// unknown.
  public var percent: Decimal? { change?.percentage(of: open) }

  /// (Ask − bid) × 10,000 ÷ mid, to the 38 digits of a decimal; `nil` when either is unknown.
  public var spreadBasisPoints: Decimal? {
    guard let bid, let ask else { return nil }
    return ask.subtracting(bid).multiplied(by: 20_000)?.divided(by: bid.adding(ask))
  }

  /// Volume × last: about the turnover of the last 24 hours, in the quote currency; `nil` when
  /// either is unknown, but 0 if the pair ``isDead``.
  public var notional: Decimal? { isDead ? 0 : last.flatMap { volume?.multiplied(by: $0) } }

  /// Whether there was a trade in the last 24 hours; `false` also if the volume is unknown.
  var isTraded: Bool { volume?.isAboveZero ?? false }
}

// MARK: - Dead pairs

extension Ticker {
  /// Why a pair is not traded any more.
  enum Death: String, Hashable, Codable {
    /// Its last trade, or its statistics, are more than 24 hours older than the response.
    case lastTrade = "last_trade"
    /// The exchange lists it as closed for good.
    case closed
  }

  /// Whether the pair is not traded any more: its last trade, or its statistics, are more than 24 hours
  /// older than the response, or the exchange lists it as closed for good. Its last price says nothing
  /// about the market of today.
  public var isDead: Bool { death != nil }

  /// Marks the pair as not traded any more, whatever volume was sent.
  mutating func markAsDead(by death: Death) { (self.death, volume) = (death, 0) }

  /// That a pair with a price is not traded any more, as in `VEN-BTC: last trade 2018-07-23`; else `nil`.
  var noteOnDeath: String? {
    guard let death, last != nil else { return nil }
    guard death == .lastTrade, let tradedAt else { return "\(pair): trading closed" }
    return "\(pair): last trade \(tradedAt.formatted(.iso8601.year().month().day()))"
  }
}

extension [Ticker] {
  /// Sets the turnover of each ticker, in the currency that the converter leads to.
  mutating func setTurnovers(by converter: inout CurrencyConverter) {
    // Each is changed in its place: tickers are dear to copy.
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

/// The moment whose price a change is measured from.
public enum ChangeReference: String, Codable, Sendable {
  /// 24 hours ago.
  case dayAgo = "24h"
  /// 00:00 UTC of the same day.
  case utcDay = "utc-day"

  /// The moment, seen from the arrival of an answer.
  func moment(asOf time: Date) -> Date {
    let day = Period.oneDay.seconds
    switch self {
    case .dayAgo: return time - day
    case .utcDay:
      return Date(timeIntervalSince1970: (time.timeIntervalSince1970 / day).rounded(.down) * day)
    }
  }
}
