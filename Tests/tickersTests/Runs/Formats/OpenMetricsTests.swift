import Foundation
import StubExchange
import TestTools
import Testing

/// The format `openmetrics`.
@Suite(.timeLimit(.minutes(20))) struct OpenMetricsTests {
  private static let names = [
    "tickers_last", "tickers_open", "tickers_change_ratio", "tickers_bid", "tickers_ask",
    "tickers_high", "tickers_low", "tickers_volume", "tickers_turnover",
    "tickers_as_of_timestamp_seconds", "tickers_up",
  ]

  private func exposition(_ tickers: String) async -> [Substring] {
    let outcome = await TestWorld.answering { _ in tickers }.run(["list", "-o", "openmetrics"])
    #expect(outcome.status == 0)
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `every family has help, type and a sample per pair`() async throws {
    let outcome = await TestWorld().run([
      "list", "-e", "kraken", "-o", "openmetrics", "-f", "BTC-USD", "--replay",
      Repository.fixtures.path,
    ])
    #expect(outcome.status == 0)
    let families = try Exposition(outcome.output).families
    #expect(families.map(\.name) == Self.names)
    // 100 × (27424.4 − 27237.3) ÷ 27237.3 to six decimals, and a hundredth of that.
    let values = [
      "27424.4", "27237.3", "0.00686926", "27424.3", "27424.8", "27467.2", "26982.8",
      "30.0463219", "824002.35031436", "1795183200.126", "1",
    ]
    for (family, value) in zip(families, values) {
      let sample = try #require(family.samples.first)
      #expect(family.samples.count == 1)
      #expect(sample.value == value, "\(family.name)")
    }
  }

  @Test(arguments: [
    ("blockchain", "24h"), ("bitfinex", "24h"), ("kraken", "utc-day"), ("coinbase", "24h"),
    ("bitstamp", "24h"), ("binance", "24h"), ("okx", "24h"), ("kraken,coinbase", ""),
  ])
  func `an exposition is well-formed, and true on every exchange`(
    exchange: String, reference: String
  ) async throws {
    let outcome = await TestWorld().run([
      "list", "-e", exchange, "-o", "openmetrics", "--replay", Repository.fixtures.path,
    ])
    #expect(outcome.status == 0)
    let families = try Exposition(outcome.output).families
    #expect(families.map(\.name) == Self.names)
    // One answer has neither bids and asks, nor highs and lows; another one no bids and asks.
    let unsent: [String: Set<String>] = [
      "blockchain": ["tickers_bid", "tickers_ask", "tickers_high", "tickers_low"],
      "coinbase": ["tickers_bid", "tickers_ask"],
    ]
    #expect(
      Set(families.filter(\.samples.isEmpty).map(\.name)) == unsent[exchange, default: []])
    let up = try #require(families.last)
    #expect(
      up.samples.map { $0.labels.map { "\($0.name)=\($0.value)" } }
        == exchange.split(separator: ",").map { ["exchange=\($0)"] })
    #expect(up.samples.allSatisfy { $0.value == "1" })
    for family in families.dropLast() {
      let hasReference = ["tickers_open", "tickers_change_ratio"].contains(family.name)
      let names = ["exchange", "symbol", "base", "quote"] + (hasReference ? ["reference"] : [])
      #expect(family.samples.allSatisfy { $0.labels.map(\.name) == names }, "\(family.name)")
      guard !exchange.contains(",") else { continue }
      for sample in family.samples {
        let labels = Dictionary(uniqueKeysWithValues: sample.labels)
        #expect(labels["exchange"] == exchange)
        #expect(labels["reference"] == (hasReference ? reference : nil))
      }
    }
    // The reference is a label: of Kraken it is not 24 hours ago.
    for name in ["tickers_open", "tickers_change_ratio"] {
      #expect(families.first { $0.name == name }?.help.contains("24") == false)
    }
  }

  @Test func `a failed exchange is 0, whether others answer or not`() async throws {
    let folder = try TemporaryFolder()
    let kraken = folder.url.appending(path: "kraken")
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "kraken"), to: kraken)
    for (exchanges, values) in [("kraken,binance", ["1", "0"]), ("binance", ["0"])] {
      for command in ["list", "coins"] {
        let outcome = await TestWorld().run([
          command, "-e", exchanges, "-o", "openmetrics", "--replay", folder.url.path,
        ])
        #expect(outcome.status == 66)
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains("no recording") }
        #expect(lines.count == 1, "\(outcome.errors)")
        let families = try Exposition(outcome.output).families
        #expect(families.last?.name == "tickers_up")
        #expect(families.last?.samples.map(\.value) == values)
        #expect(families.dropLast().allSatisfy { $0.samples.isEmpty } == !values.contains("1"))
      }
    }
  }

  @Test(
    .fewAtATime,
    arguments: [
      // Only what never answers has little time: others need more on a busy machine.
      (.answer(status: 503), "60", 69), (.answer(status: 429), "60", 75),
      (.json("<html>"), "60", 65), (.close, "60", 69), (.hang, "0.3", 69),
    ] as [(Reply, String, Int32)])
  func `an exchange that fails is 0`(
    reply: Reply, timeout: String, status: Int32
  ) async throws {
    let exchange = try StubExchange { _ in reply }
    let outcome = await TestWorld().run([
      "list", "-o", "openmetrics", "--url", exchange.url.absoluteString, "--timeout", timeout,
    ])
    #expect(outcome.status == status)
    #expect(!outcome.errors.contains("pair"))
    let samples = try Exposition(outcome.output).families.flatMap(\.samples)
    #expect(samples.map(\.value) == ["0"])
  }

  @Test func `coins are labelled with code and currency, and their changes are ratios`()
    async throws
  {
    let outcome = await TestWorld().run([
      "coins", "btc", "eur", "-e", "kraken,coinbase", "--in", "EUR", "-o", "openmetrics",
      "--replay", Repository.fixtures.path,
    ])
    #expect(outcome.status == 0)
    let families = try Exposition(outcome.output).families
    let values = [
      "price": "25226.4", "change_ratio": "0.01699829", "turnover": "5268428.922468423708",
      "low_price": "25209.4546", "high_price": "25237.9727616",
    ]
    for (name, value) in values {
      let family = try #require(families.first { $0.name == "tickers_coin_\(name)" })
      let labels = family.samples.map { $0.labels.map { "\($0.name)=\($0.value)" } }
      let coins = ["BTC", "EUR"].map { ["coin=\($0)", "currency=EUR"] }
      #expect(labels == coins)
      #expect(family.samples.first?.value == value, "\(name)")
    }
  }

  @Test(arguments: [
    "", "# EOF", "a{b=\"c\"} 1\n# EOF\n",
    "# HELP a b\n# TYPE a gauge\na{b=\"c} 1\n# EOF\n",
    "# HELP a b\n# TYPE a gauge\na{b=\"\\x\"} 1\n# EOF\n",
    "# HELP a b\n# TYPE a gauge\na{b=\"c\"} 1e5\n# EOF\n",
    "# HELP a b\n# TYPE a gauge\na{b=\"c\",b=\"d\"} 1\n# EOF\n",
    "# HELP a b\n# TYPE a gauge\na{b=\"c\"} 1\na{b=\"c\"} 2\n# EOF\n",
    "# HELP a b\n# TYPE a gauge\n# HELP a b\n# TYPE a gauge\n# EOF\n",
    "# TYPE a gauge\n# HELP a b\n# EOF\n", "# HELP a \n# TYPE a gauge\n# EOF\n",
    "# HELP a b\n# TYPE a gauge\n\n# EOF\n", "# HELP a b\n# TYPE a gauge\nb{c=\"d\"} 1\n# EOF\n",
  ])
  func `the reader of expositions is strict`(text: String) {
    #expect(throws: Exposition.Malformed.self) { try Exposition(text) }
  }

  @Test func `what is not known has no sample`() async throws {
    let lines = await exposition(
      #"[{"symbol":"A-USD","last_trade_price":0,"volume_24h":null}]"#)
    let samples = lines.filter { $0.hasPrefix("tickers_") }
    #expect(samples.count == 3)
    #expect(samples.last == #"tickers_up{exchange="blockchain"} 1"#)
    #expect(
      samples.first == #"tickers_last{exchange="blockchain",symbol="A-USD",base="A",quote="USD"} 0"#
    )
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
    let lines = await exposition(#"[{"symbol":"\#(sent)","last_trade_price":1}]"#)
    let sample = try #require(lines.first { $0.hasPrefix("tickers_last") })
    let expected =
      #"tickers_last{exchange="blockchain",symbol="\#(label)",base="",quote=""} 1"#
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
