import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The prices of the requested pairs and coins.
struct PricesViewModelTests {
  private static func pair(_ exchange: ExchangeID, _ symbol: String) -> Listing {
    Listing(exchange: exchange, pair: Pair(symbol: symbol))
  }

  private static func coin(_ code: String, exchange: ExchangeID?) -> Listing {
    Listing(exchange: exchange, pair: Pair(symbol: code))
  }

  private static func prices(
    _ requests: Listing..., in currency: String = "USD", hasTurnovers: Bool = false
  ) -> PricesViewModel {
    PricesViewModel(
      requests, of: ["kraken", "b"], coinExchanges: ["kraken", "b"], in: currency,
      hasTurnovers: hasTurnovers)
  }

  private static func texts(_ prices: PricesViewModel, _ columns: Column<PriceRow>...) -> [String] {
    prices.rows.map { row in
      prices.cells(of: columns, in: row).map { $0.value.text ?? "–" }.joined(separator: " ")
    }
  }

  @Test func `prices are in the order of the requests, without those that are missing`() {
    var prices = Self.prices(
      Self.coin("ETH", exchange: nil), Self.pair("b", "ETH-USD"), Self.coin("QQQ", exchange: nil),
      Self.pair("kraken", "ETH-USD"), Self.pair("b", "X-USD"), Self.coin("ETH", exchange: "kraken"),
      Self.pair("b", "QQQ-USD"), Self.coin("X", exchange: nil), Self.coin("ETH", exchange: "b"))
    #expect(prices.rows.isEmpty && prices.summary.unpriced.isEmpty)
    prices.apply([
      .tickers("b", "X-USD - 1", "ETH-USD 110 9"), .tickers("kraken", "ETH-USD 100 1"),
    ])
    #expect(
      Self.texts(prices, "exchange", "symbol", "last") == [
        "– ETH 110", "b ETH-USD 110", "kraken ETH-USD 100", "kraken ETH 100", "b ETH 110",
      ])
    #expect(prices.summary.unpriced == ["X"])
  }

  @Test func `what was requested in an exchange's own codes has everyday ones`() {
    var prices = Self.prices(
      Self.pair("kraken", "XBT-USD"), Self.coin("XBT", exchange: nil),
      Self.coin("XDG", exchange: "kraken"),
      Self.pair("b", "BTC-USD"))
    let names = ["XBT-USD": "BTC-USD", "XBT": "BTC", "XDG": "DOGE"].reduce(into: [:]) {
      $0[Pair(symbol: $1.key)] = Pair(symbol: $1.value)
    }
    prices.apply([
      .tickers("kraken", "DOGE-USD 1 0", "BTC-USD 100 1", names: names),
      .tickers("b", "BTC-USD 110 9"),
    ])
    #expect(Self.texts(prices, "symbol", "last") == ["BTC-USD 100", "BTC 110", "BTC-USD 110"])
    #expect(prices.summary.unpriced == ["XDG"])
  }

  @Test func `a coin has its own fields, and an exchange only if it was named with one`() {
    var prices = Self.prices(
      Self.coin("ETH", exchange: nil), Self.coin("ETH", exchange: "kraken"), in: "EUR")
    prices.apply([
      .tickers("kraken", "ETH-EUR 100 2 80", at: 5), .tickers("b", "ETH-EUR 90 1 90", at: 3),
    ])
    let own = [
      "– ETH ETH EUR Ethereum 100 25 290 1970-01-01T00:00:03.000Z",
      "kraken ETH ETH EUR Ethereum 100 25 200 1970-01-01T00:00:05.000Z",
    ]
    #expect(
      Self.texts(
        prices, "exchange", "symbol", "base", "quote", "name", "last", "percent", "turnover",
        "as_of") == own)
    #expect(
      Self.texts(
        prices, "bid", "ask", "spread_bp", "open", "change", "change_from", "high", "low", "volume",
        "notional", "traded_at")
        == Array(repeating: Array(repeating: "–", count: 11).joined(separator: " "), count: 2))
    let coin = prices.rows[0]
    #expect(coin.market == nil && coin.dayChangeReference == .dayAgo)
    #expect(coin.historyMarket == Listing(exchange: "kraken", pair: Pair(symbol: "ETH-EUR")))
    #expect(coin.historyPrice == 100)
    #expect(
      prices.cell(of: PriceRow.column(of: Ticker.Columns.last).withoutQuoteCode, in: coin).text
        == "€100.00")
  }

  @Test func `a pair has all fields of its ticker`() {
    var prices = Self.prices(Self.pair("b", "ETH-BTC"))
    prices.apply([.tickers("b", "ETH-BTC 0.05 2 0.04 utc")])
    #expect(
      Self.texts(prices, "symbol", "last", "percent", "change_from", "volume", "turnover")
        == ["ETH-BTC 0.05 25 utc-day 2 –"])
    #expect(prices.rows[0].market == Listing(exchange: "b", pair: Pair(symbol: "ETH-BTC")))
    #expect(prices.rows[0].historyMarket == prices.rows[0].market)
    #expect(prices.rows[0].dayChangeReference == .utcDay && prices.rows[0].historyPrice == 0.05)
    let last = prices.cell(
      of: PriceRow.column(of: Ticker.Columns.last).withoutQuoteCode, in: prices.rows[0])
    #expect(last.text == "0.05")
  }

  @Test(arguments: [
    (false, ["b EUR-USD 2", "* USDT-USD 1"]),
    (true, ["kraken USD-TRY 40", "b EUR-USD 2", "* USDT-USD 1"]),
  ])
  func `rates are those of coins, and of turnovers if there are any, each once`(
    hasTurnovers: Bool, rates: [String]
  ) {
    var prices = Self.prices(
      Self.pair("kraken", "X-TRY"), Self.coin("ETH", exchange: nil), Self.coin("Y", exchange: "b"),
      Self.pair("b", "Y-EUR"), Self.coin("Z", exchange: nil), hasTurnovers: hasTurnovers)
    prices.apply([
      .tickers("kraken", "X-TRY 80 1", "USD-TRY 40", "ETH-EUR 5 1"),
      .tickers("b", "EUR-USD 2", "ETH-USDT 10 1", "Y-EUR 3 1", "Z-EUR 1 0", "W-BTC 1 1"),
    ])
    #expect(prices.summary.rates.lines == rates)
    #expect(
      Self.texts(prices, "symbol", "turnover")
        == [
          "X-TRY \(hasTurnovers ? "2" : "–")", "ETH 20", "Y 6", "Y-EUR \(hasTurnovers ? "6" : "–")",
        ])
  }

  @Test func `a changed price is marked`() {
    var prices = Self.prices(
      Self.pair("b", "ETH-USD"), Self.coin("ETH", exchange: nil),
      Self.coin("ETH", exchange: "kraken"))
    func marks() -> [Bool] { prices.rows.map { prices.cell(of: "last", in: $0).isChanged } }
    prices.apply([.tickers("b", "ETH-USD 100 9"), .tickers("kraken", "ETH-USD 101 1")])
    #expect(marks() == [false, false, false])
    prices.apply([.tickers("b", "ETH-USD 100 9"), .tickers("kraken", "ETH-USD 102 1")])
    #expect(marks() == [false, false, true])
    prices.apply([.tickers("b", "ETH-USD 99 9"), .tickers("kraken", "ETH-USD 102 1")])
    #expect(marks() == [true, true, false])
  }
}
