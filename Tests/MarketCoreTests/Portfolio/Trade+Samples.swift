import Foundation

@testable import MarketCore

extension Trade {
  /// A trade of a pair, in numbers as people write them.
  init(
    _ symbol: String, _ quantity: String, at price: String? = nil, fee: Money? = nil,
    on exchange: ExchangeID = "one", time: Date? = nil
  ) {
    self.init(
      symbol, Decimal(quantity), at: price.map { Decimal($0) }, fee: fee, on: exchange, time: time)
  }

  /// A trade of a pair.
  init(
    _ symbol: String, _ quantity: Decimal, at price: Decimal? = nil, fee: Money? = nil,
    on exchange: ExchangeID = "one", time: Date? = nil
  ) {
    self.init(
      Holding(Pair(symbol: symbol), on: exchange), quantity, at: price.map { Money($0) }, fee: fee,
      time: time)
  }

  /// A trade of cash, or of a coin.
  init(
    _ quantity: Decimal, of currency: String, on exchange: ExchangeID? = nil,
    at price: Decimal? = nil, time: Date? = nil
  ) {
    self.init(
      Holding(of: currency, exchange: exchange), quantity, at: price.map { Money($0) }, time: time)
  }
}
