import Foundation
import Testing

/// The format `influx`.
@Suite(.timeLimit(.minutes(20))) struct LineProtocolTests {
  private func run(_ arguments: String...) async throws -> (points: [Point], errors: String) {
    let outcome = await TestWorld().run(
      arguments + ["-o", "influx", "--replay", Repository.fixtures.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (try Point.all(in: outcome.output), outcome.errors)
  }

  private func points(ofTickers tickers: String) async -> TestWorld.Outcome {
    await TestWorld.answering { _ in tickers }.run(["list", "-o", "influx", "--once"])
  }

  @Test(arguments: [
    "blockchain", "bitfinex", "kraken", "coinbase", "bitstamp", "binance", "okx", "all",
  ])
  func `a point has each known number of its row`(exchange: String) async throws {
    let points = try await run("list", "--once", "-e", exchange).points
    let json = await TestWorld().run([
      "list", "--once", "-e", exchange, "-o", "ndjson", "--replay", Repository.fixtures.path,
    ])
    let number = /"([a-z_]+)":(-?[0-9.]+)[,}]/
    // An age is no field, because it depends on the moment of the output.
    let rows = json.output.replacing(/,"age":[0-9.]+/, with: "").split(separator: "\n")
      .filter { $0.contains(number) }
    #expect(points.count == rows.count && !points.isEmpty)
    for (point, row) in zip(points, rows) {
      #expect(point.measurement == "tickers")
      #expect(Set(point.tags.keys) == ["exchange", "symbol", "base", "quote"])
      for (name, value) in point.tags { #expect(row.contains("\"\(name)\":\"\(value)\"")) }
      let numbers = row.matches(of: number)
      #expect(
        point.fields == Dictionary(uniqueKeysWithValues: numbers.map { ("\($0.1)", "\($0.2)") }))
    }
  }

  @Test func `the time is that of the answer, of the candle, or of the past price`() async throws {
    // 2026-11-20T14:00:00.375Z, the start of 2026-11-20, and the end of 2026-11-17.
    #expect(
      try await run("price", "BTC-USD", "-e", "kraken").points.map(\.time)
        == ["1795183200375000000"])
    let candles = try await run("history", "BTC-USD", "-e", "kraken", "-n", "1").points
    #expect(candles.map(\.time) == ["1795132800000000000"])
    #expect(candles.map { $0.tags["period"] } == ["1d"])
    let past = try await run("price", "BTC-USD", "-e", "kraken", "--at", "2026-11-17").points
    #expect(past.map(\.time) == ["1794960000000000000"])
    #expect(past.map(\.fields) == [["last": "27021.4"]])
  }

  @Test func `converted prices are a series of their own`() async throws {
    let plain = try await run("history", "BTC-USD", "-e", "kraken", "-n", "1").points
    let euros = try await run("history", "BTC-USD", "-e", "kraken", "-n", "1", "--in", "EUR")
    #expect(plain.map { $0.tags["currency"] } == [nil])
    #expect(euros.points.map { $0.tags["currency"] } == ["EUR"])
    #expect(euros.points.map(\.time) == plain.map(\.time))
    let dollars = try await run("history", "BTC-USD", "-e", "kraken", "-n", "1", "--in", "USD")
    #expect(dollars.points == plain)
  }

  @Test func `a coin is tagged with its code and the currency of its price`() async throws {
    let points = try await run("coins", "btc", "-e", "all", "--in", "EUR", "--once").points
    #expect(points.map(\.measurement) == ["tickers_coin"])
    #expect(points.map(\.tags) == [["coin": "BTC", "currency": "EUR"]])
    #expect(points.first?.fields["price"] == "25224.955059")
  }

  @Test func `polls append points`() async throws {
    let (points, _) = try await run("list", "-f", "BTC-USD", "--count", "3", "-i", "1")
    #expect(points.map { $0.tags["symbol"] } == ["BTC-USD", "BTC-USD", "BTC-USD"])
    #expect(points.map { $0.fields["last"] } == ["27412.35", "27412.94", "27408.99"])
    #expect(Set(points.map(\.time)).count == 3)
  }

  @Test func `a coin that no pair counts for has the time of the answer`() async throws {
    let points = try await run("coins", "new", "-e", "okx", "--once").points
    #expect(points.map(\.fields) == [["markets": "0", "exchanges": "0"]])
    #expect(points.map(\.time) == ["1795183200106000000"])
  }

  @Test(arguments: [
    ("A=,B C", "A=,B C"), (#"A\\"#, "A\u{FFFD}"), (#"A\nB\tC"#, "A\u{FFFD}B\u{FFFD}C"),
    (#"A\\, B"#, "A\u{FFFD}, B"),
  ])
  func `tags are escaped`(sent: String, tag: String) async throws {
    let outcome = await points(
      ofTickers: #"[{"symbol":"\#(sent)-USD","last_trade_price":1}]"#)
    let point = try #require(try Point.all(in: outcome.output).first)
    #expect(point.tags["base"] == tag)
    #expect(point.tags["symbol"] == tag + "-USD")
    #expect(point.fields["last"] == "1")
  }

  @Test func `unknown numbers are left out, and rows without any are counted`() async throws {
    let outcome = await points(
      ofTickers: #"""
        [{"symbol":"A-USD","last_trade_price":0,"volume_24h":null},{"symbol":"B-USD"},
        {"symbol":"C","last_trade_price":2}]
        """#)
    let points = try Point.all(in: outcome.output)
    #expect(Set(points.map { $0.tags["symbol"] }) == ["A-USD", "C"])
    #expect(points.first { $0.tags["symbol"] == "A-USD" }?.fields == ["last": "0"])
    // There are no tags without a text.
    let names = points.first { $0.tags["symbol"] == "C" }?.tags.keys.sorted()
    #expect(names == ["exchange", "symbol"])
    #expect(outcome.errors.contains("tickers: skipped 1 row without numbers\n"))
  }
}
