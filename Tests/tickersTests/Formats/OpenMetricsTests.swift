import Foundation
import StubExchange
import Testing

/// The exposition for Prometheus.
@Suite(.timeLimit(.minutes(5))) struct OpenMetricsTests {
  private static let names = [
    "tickers_last", "tickers_open", "tickers_change_ratio", "tickers_volume",
    "tickers_as_of_timestamp_seconds",
  ]

  private func exposition(_ tickers: String) async throws -> [Substring] {
    let exchange = try StubExchange.market(tickers: tickers)
    let outcome = await TestWorld().run([
      "list", "-o", "openmetrics", "--url", exchange.url.absoluteString,
    ])
    #expect(outcome.status == 0)
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `every family has help, type and a sample a pair`() async throws {
    let outcome = await TestWorld().run([
      "list", "-o", "openmetrics", "-f", "BTC-US?", "--replay", Repository.fixtures.path,
    ])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    let labels = #"{symbol="BTC-USD",base="BTC",quote="USD"}"#
    try #require(lines.count == 16)
    for (index, name) in Self.names.enumerated() {
      #expect(lines[3 * index].hasPrefix("# HELP \(name) "))
      #expect(lines[3 * index + 1] == "# TYPE \(name) gauge")
      #expect(lines[3 * index + 2].hasPrefix("\(name)\(labels) "))
    }
    #expect(lines[2].hasSuffix(" 27412.35"))
    // 100 × (27412.35 − 26954.18) ÷ 26954.18 to six decimals, and a hundredth of that.
    #expect(lines[8].hasSuffix(" 0.01699811"))
    #expect(lines[14].hasSuffix(" 1795183200.166"))
    #expect(outcome.output.hasSuffix("\n# EOF\n"))
  }

  @Test func `what is not known has no sample`() async throws {
    let lines = try await exposition(
      #"[{"symbol":"A-USD","last_trade_price":0,"volume_24h":null}]"#)
    let samples = lines.filter { $0.hasPrefix("tickers_") }
    #expect(samples.count == 2)
    #expect(samples.first == #"tickers_last{symbol="A-USD",base="A",quote="USD"} 0"#)
    #expect(lines.suffix(2) == ["# EOF", ""])
  }

  @Test(arguments: [
    (#"A\"B"#, #"A\"B"#), (#"A\\B"#, #"A\\B"#), (#"A\nB"#, "A\u{FFFD}B"), ("A=,{}B", "A=,{}B"),
  ])
  func `labels are escaped`(sent: String, label: String) async throws {
    try await expectLabel(sent, label)
  }

  @Test(arguments: [
    (#"A\"\u0301B"#, "A\\\"\u{301}B"), (#"A\\\u0301B"#, "A\\\\\u{301}B"),
  ])
  func `labels are escaped before signs that join`(sent: String, label: String) async throws {
    try await expectLabel(sent, label)
  }

  private func expectLabel(_ sent: String, _ label: String) async throws {
    let lines = try await exposition(#"[{"symbol":"\#(sent)","last_trade_price":1}]"#)
    let sample = try #require(lines.first { $0.hasPrefix("tickers_last") })
    let expected = #"tickers_last{symbol="\#(label)",base="",quote=""} 1"#
    #expect(sample.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: [
    ["list", "--interval", "5"], ["list", "--count", "2"], ["list", "--until", "last > 0"],
    ["list", "--columns", "last"], ["book", "BTC-USD"], ["symbols"],
  ])
  func `it is for one poll of the list`(arguments: [String]) async {
    let outcome = await TestWorld().run(
      arguments + ["-o", "openmetrics", "--replay", Repository.fixtures.path])
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("tickers: "))
  }
}
