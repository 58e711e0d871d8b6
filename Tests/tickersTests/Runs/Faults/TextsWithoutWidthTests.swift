import Assistants
import Foundation
import MarketCore
import StubExchange
import Terminal
import TestTools
import Testing

@testable import tickers

/// Characters without width in symbols, which would make one pair look like another.
struct TextsWithoutWidthTests {
  private static let symbols = [
    "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{E0000}", "\u{E0041}",
    "\u{E007F}",
  ].map { "BTC\($0)-USD" }

  @Test(arguments: [
    "table", "tsv", "csv", "ndjson", "json", "markdown", "openmetrics", "influx", "ledger",
  ])
  func `they are replaced in every format`(format: String) async throws {
    let exchange = try OddTextTests.exchange(Self.symbols + ["BTC-USD"])
    let url = ["--url", exchange.url.absoluteString]
    let outcome = await TestWorld().run(["list", "--once", "-q", "-o", format] + url)
    #expect(outcome.status == 0)
    #expect(
      outcome.output.unicodeScalars.allSatisfy {
        !$0.isControl || "\n\t".unicodeScalars.contains($0)
      })
    if format == "json" {
      let document = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
      guard case .array(let rows)? = document.object?["tickers"] else { throw CancellationError() }
      let symbols = rows.compactMap { $0.object?["symbol"]?.text }
      #expect(
        Set(symbols.map { Array($0.utf16) })
          == Set((Self.symbols + ["BTC-USD"]).map { Array($0.utf16) }))
      #expect(outcome.output.contains(#"BTC\udb40\udc41-USD"#))
    } else if format != "ndjson" {
      #expect(outcome.output.split(separator: "BTC\u{FFFD}").count > Self.symbols.count)
    }
  }

  @Test func `a template and a screen show them, too`() async throws {
    let exchange = try OddTextTests.exchange(Self.symbols)
    let url = ["--url", exchange.url.absoluteString]
    for template in ["{symbol}", "{symbol:raw}"] {
      let outcome = await TestWorld().run(["list", "--once", "-t", template] + url)
      #expect(outcome.output == Self.symbols.map { _ in "BTC\u{FFFD}-USD\n" }.joined())
    }
    let screen = ScreenRun(["list", "--interval", "3600"] + url, environment: ["NO_COLOR": "1"])
    #expect(await screen.shows("BTC\u{FFFD}-USD"))
    #expect(await screen.quit() == 0)
  }
}
