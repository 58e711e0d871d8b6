import Foundation
import Testing

/// The option `--template`.
@Suite(.timeLimit(.minutes(20))) struct TemplateTests {
  private func run(_ template: String, command: [String]) async -> TestWorld.Outcome {
    let ticker =
      #"{"symbol":"BTC-USD","price_24h":25000,"volume_24h":54.70,"last_trade_price":26211.350}"#
    let world = TestWorld.answering { path in
      path == "tickers" ? "[\(ticker),{\"symbol\":\"A-B\"}]" : ticker
    }
    return await world.run(command + ["--template", template])
  }

  @Test(arguments: [
    ("{symbol} {last} {percent}", "BTC-USD $26,211.35 +4.85%"),
    ("{last:raw} {percent:raw}", "26211.35 4.8454"), ("{volume}|{volume:raw}", "54.7|54.7"),
    ("{change}{change:raw}", "+$1,211.351211.35"), ("{{{base}}}", "{BTC}"), ("}}{{", "}{"),
    (#"{base}\t{quote}\n\\n"#, "BTC\tUSD\n\\n"), ("plain", "plain"), ("", ""),
    ("{last}{last}", "$26,211.35$26,211.35"),
    ("₿ {symbol}", "₿ BTC-USD"), ("{last:0} {last:1} {last:4}", "$26,211 $26,211.4 $26,211.3500"),
    ("{percent:0} {volume:2} {turnover:k}", "+5% 54.70 $1.434M"),
    (
      "{notional:k} {last:k} {open:3}",
      "$1.434M $26.21k $25,000.000"
    ),
    ("{stale}{symbol}{stale}", "BTC-USD"), ("{stale}", ""),
  ])
  func `fields stand as in a table, or exact`(template: String, line: String) async throws {
    for command in [["price", "BTC-USD"], ["list", "--once", "-f", "BTC"]] {
      let outcome = await run(template, command: command)
      #expect(outcome.output == "\(line)\n")
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
    }
  }

  @Test func `a value that is not known is a dash, or nothing when exact`() async throws {
    let outcome = await run(
      "{open}:{open:raw}:{percent}:{percent:raw}", command: ["list", "--once", "-f", "A-B"])
    #expect(outcome.output == "–::–:\n")
  }

  @Test(arguments: [
    "{", "}", "{}", "{nothing}", "{last", "{last:}", "{last:exact}", "{last:raw:raw}", "{:raw}",
    "{{last}", #"\"#, #"\x"#, "{ last }", "{last{symbol}}", "{symbol:2}", "{symbol:k}", "{as_of:0}",
    "{last:39}", "{last:-1}", "{last:1.5}", "{last:²}", "{last:K}", "{stale:raw}",
    "{last:99999999999999999999}",
  ])
  func `a template that means nothing is a wrong option`(template: String) async throws {
    for command in [["price", "BTC-USD"], ["list", "--once"]] {
      let outcome = await run(template, command: command)
      #expect(outcome.status == 64)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("tickers: "))
    }
  }

  @Test(arguments: [
    ("{symbol:2}", "{symbol:2}: symbol is not a number"),
    ("{last:x}", "{last:x}: expected raw, k, or 0 to 38 decimals after ':'"),
  ])
  func `a form that does not fit is told`(template: String, reason: String) async {
    let outcome = await run(template, command: ["price", "BTC-USD"])
    #expect(outcome.errors == "tickers: --template: \(reason)\n")
  }

  @Test(arguments: [["--format", "tsv"], ["--columns", "last"]])
  func `it is a format of its own`(options: [String]) async throws {
    let outcome = await run("{last}", command: ["list", "--once"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
  }
}
