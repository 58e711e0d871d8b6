import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// The coins of random markets, compared with a slow reference.
struct RandomCoinsTests {
  private static let exchanges: [ExchangeID] = ["a", "b", "c"]
  private static let quotes = ["USD", "EUR", "USDT", "BTC", "GBP", "DAI"]
  private static let seeds = Array(1...UInt64(rounds(3)))

  /// Markets of three exchanges. Most prices of a coin are alike; a few are wrong, 0 or unknown.
  private static func tickers(_ seed: UInt64) -> [Ticker] {
    var random = Seeded(state: seed)
    let values: [String: Int] = [
      "BTC": 30_000, "ETH": 1_800, "XLM": 3, "USD": 1, "EUR": 1, "USDT": 1, "GBP": 2, "DAI": 1,
    ]
    func price(_ base: String, _ quote: String) -> String {
      let percent = Int.random(in: 90...110, using: &random)
      let shift = Int.random(in: 0..<12, using: &random)
      let exponent = shift == 0 ? -1 : shift == 1 ? -3 : -2
      switch Int.random(in: 0..<15, using: &random) {
      case 0: return "-"
      case 1: return "0"
      default:
        // To three digits, as (30,000 ÷ 1,800) × 95 %.
        let ratio = 1000 * percent * (values[base] ?? 1) / (values[quote] ?? 1)
        return "\(max(ratio, 1))E\(exponent - 3)"
      }
    }
    return [Ticker](
      lines: exchanges.flatMap { exchange in
        ["BTC", "ETH", "XLM", "EUR", "USDT"].flatMap { base in
          quotes.filter { $0 != base }.compactMap { quote -> String? in
            guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
            let volume = ["-", "0"].randomElement(using: &random) ?? ""
            let isTraded = Int.random(in: 0..<6, using: &random) > 0
            let quantity = Int.random(in: 1...900_000, using: &random)
            let reference = Int.random(in: 0..<4, using: &random) == 0 ? " utc" : ""
            return "\(exchange) \(base)-\(quote) \(price(base, quote)) "
              + "\(isTraded ? "\(quantity)E-4" : volume) \(price(base, quote))\(reference)"
          }
        }
      })
  }

  private struct Market {
    let ticker: Ticker
    let price, turnover: PaperDecimal
  }

  /// The prices of all pairs by exchange and symbol.
  private struct Rates {
    let prices: [String: PaperDecimal]
    /// The pairs that were traded.
    let traded: Set<String>

    init(_ tickers: [Ticker]) {
      prices = tickers.reduce(into: [:]) { prices, ticker in
        prices["\(ticker.exchange ?? "") \(ticker.pair)"] = ticker.last?.paper
      }
      traded = Set(
        tickers.filter { $0.volume ?? 0 > 0 }.map { "\($0.exchange ?? "") \($0.pair)" })
    }

    /// The rates of the first route, each with whether it divides.
    private func route(
      _ from: String, _ to: String, _ exchange: ExchangeID
    ) -> [(PaperDecimal, Bool)]? {
      if from == to { return [] }
      let order = [exchange] + RandomCoinsTests.exchanges.filter { $0 != exchange }
      for (needsTrades, pegs) in [(true, false), (true, true), (false, false), (false, true)] {
        for exchange in order {
          func leg(_ from: String, _ to: String) -> (PaperDecimal, Bool)? {
            for (pair, divides) in [("\(from)-\(to)", false), ("\(to)-\(from)", true)] {
              let key = "\(exchange) \(pair)"
              if let rate = prices[key], rate.isAboveZero, traded.contains(key) || !needsTrades {
                return (rate, divides)
              }
            }
            let isPeg =
              [from, to].contains("USD") && !Set([from, to]).isDisjoint(with: ["USDT", "DAI"])
            return pegs && isPeg ? (Decimal(1).paper, false) : nil
          }
          if let direct = leg(from, to) { return [direct] }
          for bridge in ["USD", "USDT", "USDC", "EUR", "BTC"] where ![from, to].contains(bridge) {
            if let first = leg(from, bridge), let second = leg(bridge, to) {
              return [first, second]
            }
          }
        }
      }
      return nil
    }

    /// An amount in another currency; to 12 digits where it is divided.
    func convert(
      _ amount: PaperDecimal, _ from: String, _ to: String, at exchange: ExchangeID
    ) -> PaperDecimal? {
      guard let route = route(from, to, exchange) else { return nil }
      let product = route.filter { !$0.1 }.reduce(amount) { ($0 * $1.0).rounded }
      let divisors = route.filter(\.1).map(\.0)
      guard let first = divisors.first else { return product }
      let quotient = product / divisors.dropFirst().reduce(first, *)
      let places = 12 - quotient.digits.count - quotient.exponent
      return quotient.rounded(toPlaces: places, .plain)
    }
  }

  /// The first value, in order of the values, at which the weights before and with it are half of all.
  private static func median(_ values: [(PaperDecimal, PaperDecimal)]) -> PaperDecimal? {
    let total = values.map(\.1).reduce(.zero, +)
    return values.map(\.0).filter { value in
      let below = values.filter { !(value < $0.0) }.map(\.1).reduce(.zero, +)
      return !(below + below < total)
    }.min { $0 < $1 }
  }

  private static func check(_ coin: Coin, _ markets: [Market], of total: PaperDecimal) {
    let volumes = markets.map { ($0.ticker.volume ?? 0).paper }
    let all = volumes.reduce(.zero, +)
    let voters = zip(markets, volumes).filter { !($1 * Decimal(10_000).paper < all) }.map(\.0)
    let typical = median(voters.map { ($0.price, Decimal(1).paper) })
    let five = Decimal(5).paper
    let plausible = markets.filter { market in
      typical.map { !(market.price * five < $0) && !($0 * five < market.price) } ?? false
    }
    func changes(since reference: ChangeReference) -> [(PaperDecimal, PaperDecimal)] {
      plausible.compactMap { market in
        guard let last = market.ticker.last?.paper, let open = market.ticker.open?.paper,
          open != .zero, last != .zero, market.ticker.changeReference == reference
        else { return nil }
        return ((last - open) * Decimal(100).paper / open, market.turnover)
      }
    }
    let (overDay, sinceMidnight) = (changes(since: .dayAgo), changes(since: .utcDay))
    let price = median(plausible.map { ($0.price, $0.turnover) })
    let turnover = markets.map(\.turnover).reduce(.zero, +)
    let low = plausible.map(\.price).min { $0 < $1 }
    let high = plausible.map(\.price).max { $0 < $1 }
    #expect(coin.price?.paper == price)
    #expect(coin.percent?.paper == median(overDay.isEmpty ? sinceMidnight : overDay))
    #expect(
      coin.dayChangeReference
        == (!overDay.isEmpty ? .dayAgo : sinceMidnight.isEmpty ? nil : .utcDay))
    #expect(coin.turnover?.paper == (markets.isEmpty ? nil : turnover))
    #expect(coin.lowPrice?.paper == low)
    #expect(coin.highPrice?.paper == high)
    #expect(
      (coin.markets, coin.exchanges) == (markets.count, Set(markets.map(\.ticker.exchange)).count))
    let share = markets.isEmpty || total == .zero ? nil : turnover * Decimal(100).paper / total
    #expect(coin.share?.paper == share)
    guard let price, let low, let high, price != .zero else {
      #expect(coin.gapBasisPoints == nil)
      return
    }
    #expect(coin.gapBasisPoints?.paper == (high - low) * Decimal(10_000).paper / price)
  }

  @Test(arguments: seeds, ["USD", "EUR", "BTC", "GBP"])
  func `a coin equals the reference`(seed: UInt64, currency: String) {
    let tickers = Self.tickers(seed)
    let rates = Rates(tickers)
    var markets: [String: [Market]] = [:]
    for ticker in tickers {
      guard let base = ticker.pair.base, let quote = ticker.pair.quote,
        let last = ticker.last?.paper,
        let volume = ticker.volume?.paper, volume.isAboveZero, let exchange = ticker.exchange,
        let price = rates.convert(last, quote, currency, at: exchange),
        let turnover = rates.convert(last * volume, quote, currency, at: exchange)
      else { continue }
      markets[base, default: []].append(Market(ticker: ticker, price: price, turnover: turnover))
    }
    let total = markets.filter { $0.key != "EUR" }.values.joined().map(\.turnover)
      .reduce(.zero, +)
    let codes = Set(tickers.compactMap(\.pair.base))
    let coins = CoinSummary(
      of: tickers, in: currency, exchanges: Self.exchanges, codes: codes
    ) { _ in .distantPast }.coins
    #expect(Set(coins.map(\.code)) == codes && coins.count == codes.count)
    for coin in coins { Self.check(coin, markets[coin.code] ?? [], of: total) }
  }
}

extension PaperDecimal {
  fileprivate static let zero = Decimal(0).paper

  fileprivate static func < (lhs: Self, rhs: Self) -> Bool { (lhs - rhs).isNegative }

  fileprivate var isAboveZero: Bool { self != .zero && !isNegative }
}
