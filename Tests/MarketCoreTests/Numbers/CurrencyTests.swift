import Foundation
@testable import MarketCore
import TestTools
import Testing

/// The names and the signs of currencies, whether they are money of a country, and hints from names.
struct CurrencyTests {
  @Test(
    arguments: [
      ("BTC", "Bitcoin", nil, false), ("ETH", "Ethereum", nil, false),
      ("1INCH", "1inch", nil, false),
      ("USD", "US Dollar", "$", true), ("EUR", "Euro", "€", true),
      ("GBP", "Pound Sterling", "£", true), ("TRY", "Turkish Lira", "₺", true),
      ("CHF", "Swiss Franc", nil, true), ("USDT", "Tether", nil, false), ("QQQ", nil, nil, false),
      ("btc", nil, nil, false), ("", nil, nil, false),
      // Coins with the codes of money, and the money.
      ("MNT", "Mantle", nil, false), ("RON", "Ronin", nil, false), ("SCR", "Scroll", nil, false),
      ("BOB", "BOB", nil, false), ("MNT.cash", "Tugrik", nil, true),
      ("RON.cash", "Romanian Leu", nil, true), ("EUR.cash", nil, nil, false),
      ("LUNA", "Terra 2", nil, false), ("LUNC", "Terra Classic", nil, false),
      ("GRAM", "Gram", nil, false), ("DATA", "Story", nil, false),
    ] as [(String, String?, String?, Bool)])
  func `a code has a name, a sign and a country where there is one`(
    code: String, name: String?, sign: String?, isOfficial: Bool
  ) {
    let currency = Currency(code)
    #expect(currency.name == name)
    #expect(currency.sign == sign)
    #expect(currency.isOfficial == isOfficial)
  }

  @Test(
    arguments: [
      ("bitcoin", "BTC"), ("Bitcoin", "BTC"), ("BITCOIN", "BTC"), ("ethereum", "ETH"),
      ("bitcoin cash", "BCH"), ("dogecoin", "DOGE"), ("euro", "EUR"), ("bit", nil),
      ("bitcoins", nil), ("btc", nil), ("BTC-USD", nil), ("", nil),
      // A name that is the code leads nowhere new.
      ("1inch", nil), ("amp", nil),
      // One that was renamed has its new code.
      ("toncoin", "GRAM"), ("fantom", "S"), ("polygon", "POL"), ("aave", nil), ("render", nil),
    ] as [(String, String?)])
  func `a currency is found by its whole name`(name: String, code: String?) {
    #expect(Currency(named: name)?.code == code)
  }

  /// Names that lead to a currency must lead to the same one every time.
  @Test func `no two currencies that are found by name have the same one`() {
    let names = CurrencyNames.all.filter { $0.lowercased() != $1.lowercased() }
      .map { $1.lowercased() }
    let repeated = Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys
    #expect(repeated.sorted() == [])
  }

  @Test func `every name is a text on one line, of a code that can be part of a symbol`() {
    for (code, name) in CurrencyNames.all {
      #expect(!name.isEmpty && name.trimmingCharacters(in: .whitespaces) == name, "\(code)")
      let own = code.prefix { $0 != "." }
      #expect(Pair(base: String(own), quote: "USD").isRequestable, "\(code)")
    }
  }

  @Test func `what the standard exchange lists has names`() async throws {
    let tickers = try await MarketClient.recorded().tickers().get().value
    for ticker in tickers {
      #expect(ticker.value(of: "name", asOf: .now) != .unknown, "\(ticker.pair)")
    }
  }

  @Test(arguments: [
    ("euro", "no pair matches 'euro'; try EUR"),
    ("Us Dollar", "no pair matches 'Us Dollar'; try USD"),
    // None of its pairs is listed.
    ("cardano", "no pair matches"), ("euros", "no pair matches"),
  ])
  func `a filter that names a currency hints at the code, if that keeps a pair`(
    filter: String, notice: String
  ) {
    var list = ListViewModel<Ticker>(ListQuery(filters: [SymbolFilter(filter)]))
    list.apply(.answered([Ticker("BTC-USD"), Ticker("ETH-EUR")], at: 0))
    #expect(list.notices == [notice])
  }

  @Test func `codes are found by the beginning of a word of their names`() {
    #expect(Currency.codes(named: "bitcoin") == ["BTC", "BCH", "BSV", "WBTC"])
    #expect(Currency.codes(named: "Bitcoin Ca") == ["BCH"])
    #expect(Currency.codes(named: "itcoin").isEmpty)
  }

  @Test func `a filter that names a coin and matches a symbol says nothing`() {
    var list = ListViewModel<Ticker>(ListQuery(filters: [SymbolFilter("bitcoin")]))
    list.apply(.answered([Ticker("BITCOIN-USD")], at: 0))
    #expect(list.notices == [])
  }

  @Test func `a list without pairs says so, whatever the filter`() {
    for filters in [[], [SymbolFilter("bitcoin")]] {
      var list = ListViewModel<Ticker>(ListQuery(filters: filters))
      list.apply(.answered([], at: 0))
      #expect(list.notices == ["the exchange lists no pairs"])
    }
  }

  @Test(arguments: ["bitcoin", "BITCOIN", "Bitcoin"])
  func `the name of a coin is no pair, and has near names in dollars first`(name: String) async {
    let list = ["BTC-EUR", "ETH-USD", "BTC-USDT", "BTC-USD", "BTC-GBP", "BTC"].map {
      #"{"symbol":"\#($0)"}"#
    }
    let exchange = CannedExchange(["tickers": "[\(list.joined(separator: ","))]"])
    let pair = Pair(name)
    let unknown = MarketError.unknownSymbol("BITCOIN", near: ["BTC-USD", "BTC-USDT", "BTC-EUR"])
    await #expect(throws: unknown) { try await exchange.client.ticker(of: pair).get() }
    await #expect(throws: unknown) { try await exchange.client.book(of: pair).get() }
  }
}
