import Foundation

extension JSONObject {
  /// The ticker in the members with these names; `nil` for a value that is not sent. A price of 0 becomes
  /// `nil`, like a missing number; an empty text, too, if `canBeEmpty` is true.
  func ticker(
    of pair: Pair, last: JSONKey, open: JSONKey? = nil, high: JSONKey, low: JSONKey,
    volume: JSONKey?, bid: JSONKey? = nil, ask: JSONKey? = nil, canBeEmpty: Bool = false
  ) throws -> Ticker {
    func number(_ key: JSONKey?) throws -> Decimal? {
      try key.flatMap { try self.number($0, quoted: true, canBeEmpty: canBeEmpty) }
    }
    func price(_ key: JSONKey?) throws -> Decimal? { try number(key).nilIfZero }
    let (last, open) = (try price(last), try price(open))
    let (high, low) = (try price(high), try price(low))
    let (volume, bid, ask) = (try number(volume), try price(bid), try price(ask))
    return Ticker(
      pair: pair, open: open, volume: volume, last: last, bid: bid, ask: ask, high: high, low: low)
  }
}

extension Ticker {
  /// Sets ``open`` where an exchange only sends the change since then, as a ratio: 0.05 is 5%. The ratio is
  /// rounded, so the price is approximate; it is kept to 12 digits, so that ``percent`` is as sent.
  mutating func setOpen(changedBy ratio: Decimal?) {
    open = ratio.flatMap { last?.divided(by: $0.adding(1)) }?.rounded(toSignificantDigits: 12)
  }

  /// Sets ``open`` where an exchange only sends the change since then, as an amount.
  mutating func setOpen(changedByAmount change: Decimal?) {
    let price = last.flatMap { last in change.flatMap { last.subtracting($0) } }
    open = price.flatMap { $0.isAboveZero ? $0 : nil }
  }

  /// The ticker with these values. A parameter that is `nil` changes nothing.
  func with(
    pair: Pair? = nil, name: String? = nil, bid: Decimal? = nil, ask: Decimal? = nil
  ) -> Ticker {
    var ticker = self
    ticker.pair = pair ?? ticker.pair
    ticker.name = name ?? ticker.name
    ticker.bid = bid ?? ticker.bid
    ticker.ask = ask ?? ticker.ask
    return ticker
  }
}
