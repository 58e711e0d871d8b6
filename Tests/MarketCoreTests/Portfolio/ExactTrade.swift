import Foundation
import RandomInputs

@testable import MarketCore

/// A trade of hundredths of a coin or of a currency.
struct ExactTrade {
  enum Fee {
    case quote(Exact)
    /// Hundredths of what is traded.
    case hundredths(Int)
  }

  /// What is traded: a pair, a coin, or cash, whose exchange is empty.
  struct Held: Hashable {
    let exchange: String
    let symbol: String
    var isAmount: Bool { !symbol.contains("-") }
    var isCash: Bool { exchange.isEmpty }
    var quote: String { isAmount ? symbol : Pair(symbol: symbol).quote ?? "" }
    /// As in `one BTC-USD`.
    var key: String { "\(exchange) \(symbol)" }

    var holding: Holding {
      isAmount
        ? Holding(of: symbol, exchange: isCash ? nil : ExchangeID(rawValue: exchange))
        : Holding(Pair(symbol: symbol), on: ExchangeID(rawValue: exchange))
    }
  }

  /// A time, and whether it stands for its day.
  typealias Moment = (time: Date?, isDay: Bool)

  let held: Held
  /// Without the fee; below 0 for a sale.
  let hundredths: Int
  let price: Exact?
  let fee: Fee?
  let moment: Moment

  /// How the quantity that is held changes.
  var moved: Int {
    if case .hundredths(let fee) = fee { hundredths - fee } else { hundredths }
  }

  var trade: Trade {
    let fee: Trade.Money? =
      switch fee {
      case nil: nil
      case .quote(let amount): Trade.Money(amount.decimal)
      case .hundredths(let count):
        Trade.Money(
          Exact(Int128(count), 2).decimal,
          held.isCash ? nil : Pair(symbol: held.symbol).base ?? held.symbol)
      }
    return Trade(
      held.holding, Exact(Int128(hundredths), 2).decimal,
      at: price.map { Trade.Money($0.decimal) }, fee: fee, time: moment.time, isDay: moment.isDay)
  }

  static let pairs = [
    "BTC-USD", "ETH-EUR", "XLM-BTC", "SOL-USDT", "EUR-USD", "BTC-EUR", "USDT-USD", "USDT-EUR",
    "USDT-TRY",
  ]

  /// Times around so many days since 1970, or none.
  static func moments(_ days: Int) -> [Moment] {
    let times = (-2...days + 1).flatMap { day in
      [(0.0, false), (0, true), (6, false), (18, false)].map { hour, isDay -> Moment in
        (Date(timeIntervalSince1970: (Double(day) * 24 + hour) * 3_600), isDay)
      }
    }
    return times + Array(repeating: (nil, false), count: times.count / 2)
  }

  /// Whether it counts at the end of a day since 1970, or at this second if the day has not ended.
  func counts(on day: Int, by now: Double) -> Bool {
    moment.time.map { time in
      let second = time.timeIntervalSince1970
      return second < Double(day + 1) * 86_400 && second <= now
    } ?? true
  }

  /// Random trades of few holdings in a portfolio with this currency. `hasOneQuote` leaves those of USD, unless
  /// there is a currency.
  static func trades(
    in currency: String?, hasOneQuote: Bool, at exchanges: [String], moments: [Moment],
    using random: inout Seeded
  ) -> [ExactTrade] {
    let choices = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      held(in: currency, hasOneQuote: hasOneQuote, at: exchanges, using: &random)
    }
    return (0..<Int.random(in: 1...14, using: &random)).map { _ in
      ExactTrade(
        of: choices.randomElement(using: &random) ?? choices[0], in: currency, moments,
        using: &random)
    }
  }

  private static func held(
    in currency: String?, hasOneQuote: Bool, at exchanges: [String], using random: inout Seeded
  ) -> Held {
    let hasOneQuote = hasOneQuote && currency == nil
    let exchange = exchanges.randomElement(using: &random) ?? ""
    let kind = Int.random(in: 0..<5, using: &random)
    let symbols =
      switch kind {
      case 0: hasOneQuote ? ["USD"] : ["EUR", "USD", "TRY"]
      case 1 where currency != nil: ["BTC", "SOL", "XLM"]
      default: hasOneQuote ? ["BTC-USD", "EUR-USD", "USDT-USD"] : pairs
      }
    return Held(
      exchange: kind == 0 ? "" : exchange, symbol: symbols.randomElement(using: &random) ?? "")
  }

  private init(
    of held: Held, in currency: String?, _ moments: [Moment], using random: inout Seeded
  ) {
    let isSale = Int.random(in: 0..<5, using: &random) < 2
    let count = Int.random(in: 2...300, using: &random)
    self.held = held
    hundredths = isSale ? -count : count
    price =
      held.isCash || Int.random(in: 0..<6, using: &random) == 0
      ? nil : Exact(Int128(Int.random(in: 0...400_000, using: &random)), 2)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: fee = .hundredths(Int.random(in: 1..<count, using: &random))
    case 1 where !held.isAmount || held.symbol != currency && !held.isCash:
      fee = .quote(Exact(Int128(Int.random(in: 0...9_999, using: &random)), 2))
    default: fee = nil
    }
    moment = moments.randomElement(using: &random) ?? (nil, false)
  }
}
