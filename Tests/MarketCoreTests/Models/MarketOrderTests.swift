import Foundation
import MarketCore
import Testing

/// The amount of a market order as a user types it.
struct MarketOrderTests {
  @Test(arguments: [
    ("BTC-USD", "2", "2"), ("BTC-USD", "2BTC", "2"), ("BTC-USD", "2 btc", "2"),
    ("BTC-USD", "0.00000001Btc", "0.00000001"), ("BTC-USD", "1.50", "1.5"),
    ("BTC-USD", "1e3", "1000"), ("BTC-USD", "1e-3BTC", "0.001"), ("BTC-USD", ".5", "0.5"),
    ("USDT-USD", "5USDT", "5"), ("USDT-USD", "5", "5"), ("USD-TUSD", "5usd", "5"),
    ("1INCH-USD", "71INCH", "7"), ("BTCUSD", "2", "2"),
  ])
  func `a number, bare or with the base currency, is a quantity`(
    symbol: String, text: String, quantity: String
  ) {
    let pair = Pair(symbol: symbol)
    let order = MarketOrder(.buy, text, of: pair)
    #expect(order == MarketOrder(.buy, Decimal(quantity)))
    #expect(order?.amount == Decimal(quantity))
    #expect(MarketOrder(.sell, text, of: pair)?.direction == .sell)
  }

  @Test(arguments: [
    ("BTC-USD", "1000USD", "1000"), ("BTC-USD", "1000usd", "1000"), ("BTC-USD", "1000 USD", "1000"),
    ("BTC-USD", "0.01usd", "0.01"), ("USDT-USD", "5USD", "5"), ("USD-USDT", "5USDT", "5"),
    ("USD-TUSD", "5TUSD", "5"), ("A-B-C", "3 c", "3"),
  ])
  func `a number with the quote currency is an amount of it`(
    symbol: String, text: String, money: String
  ) {
    let order = MarketOrder(.sell, text, of: Pair(symbol: symbol))
    #expect(order == MarketOrder(.sell, Decimal(money), isInQuote: true))
    #expect(order?.amount == Decimal(money))
  }

  @Test(arguments: [
    ("BTC", "2", "BTC"), ("BTC", "2 btc", "BTC"), ("BTC", "1e3", "BTC"), ("BTC", "0", "BTC"),
    ("1INCH", "71INCH", "1INCH"), ("BTC", "abc", "BTC"), ("BTC", "", "BTC"),
    ("BTC", "1000EUR", "BTC-EUR"), ("BTC", "1e3 usd", "BTC-USD"), ("1INCH", "5USDT", "1INCH-USDT"),
  ])
  func `an amount of a coin in another currency is for the pair in that currency`(
    coin: String, amount: String, pair: String
  ) {
    #expect(Pair(symbol: coin).inCurrency(of: amount) == Pair(symbol: pair))
  }

  @Test(arguments: [
    "", " ", "0", "0.00", "-1", "0BTC", "0USD", "-1USD", "-2 BTC", "5EUR", "5USDT", "5US", "BTC",
    "USD", "BTC2", "$5", "1,000", "1 000", "1_000", "2BTCUSD", "2USDBTC", "2 x", "abc", "NaN",
    "inf", "0x2", "1e999", "2BTC ", "+2", "1/2", "2%", "١",
  ])
  func `anything else is no order`(text: String) {
    #expect(MarketOrder(.buy, text, of: Pair(symbol: "BTC-USD")) == nil)
    #expect(MarketOrder(.sell, text, of: Pair(symbol: "BTC-USD")) == nil)
  }

  @Test(arguments: ["2BTC", "2USD", "2-", "0"])
  func `a pair without a dash has no currencies to name`(text: String) {
    #expect(MarketOrder(.buy, text, of: Pair(symbol: "BTCUSD")) == nil)
  }
}
