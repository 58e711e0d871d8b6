import Arguments
import Foundation
import MarketCore
import Reports
import Testing

@testable import tickers

/// The price directives of `coins` and `list`, which name no exchange.
struct CoinDirectivesTests {
  @Test(
    arguments: [
      (
        Format.ledger,
        """
        P 2026-11-20 14:00:00 BTC 25226.4 EUR
        P 2026-11-20 14:00:00 "1INCH" 0.159185311742 EUR

        """, nil
      ),
      (.beancount, "2026-11-20 price BTC 25226.4 EUR\n", "names not valid in Beancount): 1INCH"),
    ] as [(Format, String, String?)])
  func `the price of a coin over exchanges is in its currency`(
    format: Format, lines: String, notice: String?
  ) async {
    let outcome = await TestWorld().run([
      "coins", "btc", "1inch", "-e", "kraken,coinbase", "--in", "EUR", "--once",
      "-o", format.rawValue, "--replay", Repository.fixtures.path,
    ])
    #expect(outcome.output == lines)
    #expect(outcome.errors.contains(notice ?? "names not valid") == (notice != nil))
  }

  @Test(arguments: [Format.ledger, .beancount])
  func `they name no exchange, so it is one at a time`(format: Format) throws {
    let invocation = try Tickers.invocation(["list", "-o", format.rawValue])
    let output = try FormatOptions<Ticker>.read(invocation, formats: Format.allCases).output
    try output.check(exchanges: 1)
    let message = "\(format.rawValue) supports one exchange only"
    #expect(throws: UsageError(message)) { try output.check(exchanges: 2) }
  }
}
