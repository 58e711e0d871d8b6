import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Live runs in a pipe, on a clock that the test moves on.
@Suite(.timeLimit(.minutes(20)))
struct StreamRunTests {
  @Test func `the first output has the first messages, and later ones the newest prices`() async {
    let run = StreamRun("price", "BTC-USD", "-e", "kraken", "--count", "3")
    let stream = await run.connection()
    #expect(stream.sentTexts[0].contains(#""BTC/USD""#))
    #expect(run.texts.value.output.isEmpty)
    stream.pushKraken(last: 101)
    #expect(await run.writes("101\n"))
    stream.push(
      [102, 103].map { price in
        """
        {"channel":"ticker","data":[{"symbol":"BTC/USD","last":\(price),"change":1}]}
        """
      })
    await run.passes(toMilliseconds: 1_000)
    #expect(await run.writes("101\n103\n"))
    stream.pushKraken(last: 104)
    await run.passes(toMilliseconds: 2_000)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "101\n103\n104\n")
  }

  @Test func `a lost connection is told, and prices return with the first message of the next one`()
    async
  {
    // The loss counts, because nothing is live.
    let run = StreamRun("price", "BTC-USD", "-e", "kraken", "--count", "3")
    let first = await run.connection()
    first.pushKraken(last: 101)
    #expect(await run.writes("101\n"))
    first.close(.unreachable("connection to the exchange lost"))
    #expect(await run.tells("connection to the exchange lost; next try in 0 s"))
    let second = await run.connection(1)
    #expect(run.texts.value.output == "101\n")
    second.pushKraken(last: 105)
    await run.passes(toMilliseconds: 1_000)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "101\n105\n")
    #expect(run.errors.contains("reconnected after "))
  }

  @Test func `without a connection prices are polled, until streams are back`() async {
    let run = StreamRun(
      "price", "BTC-USD", "-e", "kraken", "--timeout", "2",
      refusal: .httpStatus(403, retryAfter: nil))
    #expect(await run.tells("HTTP 403 Forbidden; next try in"))
    await run.passes(until: "no live data from Kraken (HTTP 403 Forbidden); polling every 10 s")
    #expect(run.texts.value.output == "100\n")
  }

  @Test func `the first output waits for a message of each pair`() async {
    let run = StreamRun("price", "BTC-USD", "ETH-USD", "-e", "kraken", "--count", "1")
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    stream.pushKraken("ETH/USD", last: 11)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "BTC-USD\t101\nETH-USD\t11\n")
  }

  @Test func `without a connection the prices are those of polls, not the last ones of a stream`()
    async
  {
    let run = StreamRun("price", "BTC-USD", "-e", "kraken", "--timeout", "2")
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    #expect(await run.writes("101\n"))
    run.refuse(with: .httpStatus(403, retryAfter: nil))
    stream.pushKraken(last: 102)
    stream.close()
    await run.passes(until: "polling every 10 s")
    #expect(run.texts.value.output == "101\n100\n")
  }

  @Test func `an output has the rows of all exchanges; one without a connection is missing`() async
  {
    let run = StreamRun(
      "list", "BTC-USD", "-e", "kraken,coinbase", "-s", "-exchange", "-t", "{exchange} {last:raw}",
      "--count", "4")
    let (one, two) = (await run.connection(0), await run.connection(1))
    let kraken = one.request.url?.host() == "ws.kraken.com" ? one : two
    let coinbase = kraken === one ? two : one
    kraken.pushKraken(last: 101)
    coinbase.push(#"{"type":"ticker","product_id":"BTC-USD","price":"201"}"#)
    #expect(await run.writes("kraken 101\ncoinbase 201\n"))
    kraken.pushKraken(last: 102)
    await run.passes(toMilliseconds: 1_000)
    #expect(await run.writes("kraken 101\ncoinbase 201\nkraken 102\ncoinbase 201\n"))
    run.refuse(with: .unreachable("cannot connect"))
    kraken.close()
    #expect(await run.tells("Kraken: connection lost"))
    await run.passes(toMilliseconds: 2_000)
    let first = "kraken 101\ncoinbase 201\nkraken 102\ncoinbase 201\ncoinbase 201\n"
    #expect(await run.writes(first))
    coinbase.push(#"{"type":"ticker","product_id":"BTC-USD","price":"203"}"#)
    await run.passes(toMilliseconds: 3_000)
    _ = await run.ends()
    #expect(run.texts.value.output == first + "coinbase 203\n")
  }

  @Test func `exchanges whose streams are not used are polled, with the reason`() async {
    let run = StreamRun("price", "BTC-USD", "-e", "blockchain,bitfinex", "--count", "1")
    #expect(await run.ends() == 0)
    #expect(
      run.errors.contains(
        "no live data from Blockchain.com (its streams stand still); polling every 10 s"))
    #expect(run.errors.contains("Bitfinex tickers are polled every 10 s"))
    #expect(run.connectionCount == 0)
  }

  @Test func `without an exchange a pair is of the first streaming exchange that lists it`() async {
    let run = StreamRun("price", "BTC-USD", "--count", "1")
    await run.connection().pushKraken(last: 101)
    #expect(await run.ends() == 0)
    #expect(run.errors == "tickers: BTC-USD from Kraken\n")
  }

  @Test func `more pairs than an exchange streams are an error in a pipe`() async {
    let symbols = (1...101).map { ("A\($0)-USD", Decimal($0)) }
    let run = StreamRun(
      "list", "-e", "kraken", prices: Dictionary(uniqueKeysWithValues: symbols))
    #expect(await run.ends() == 64)
    #expect(run.errors == "tickers: Kraken streams at most 100 pairs at once, not 101\n")
    #expect(run.texts.value.output.isEmpty)
  }

  @Test func `failed polls of what streams lack are told, while they are live`() async {
    let run = StreamRun(
      "list", "BTC-USD", "-e", "bitstamp", "-o", "tsv", "-c", "symbol,last,volume", "--no-header",
      "--count", "3")
    _ = await run.connection()
    let trades = await run.connection()
    trades.pushBitstampTrade(price: 101)
    #expect(await run.writes("BTC-USD\t101\t5\n"))
    run.failPolls(of: "bitstamp", with: .httpStatus(503, retryAfter: nil))
    await run.passes(toMilliseconds: 10_000)
    #expect(await run.tells("polls fail (HTTP 503 Service Unavailable)"))
    trades.pushBitstampTrade(price: 102)
    await run.passes(toMilliseconds: 11_000)
    #expect(await run.ends() == 69)
    #expect(run.texts.value.output.hasSuffix("BTC-USD\t102\t5\n"))
  }

  @Test func `a column that streams lack is polled while they are live`() async {
    let run = StreamRun(
      "list", "BTC-USD", "-e", "bitstamp", "-o", "tsv", "-c", "symbol,volume", "--no-header",
      "--count", "2")
    _ = await run.connection()
    await run.connection().pushBitstampTrade(price: 101)
    #expect(await run.writes("BTC-USD\t5\n"))
    run.poll("BTC-USD", last: 101, volume: 6, of: "bitstamp")
    await run.passes(toMilliseconds: 10_000)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "BTC-USD\t5\nBTC-USD\t6\n")
  }

  @Test func `a pair that is refused is polled, with the reason`() async {
    let run = StreamRun("price", "BTC-USD", "ETH-USD", "-e", "kraken", "--count", "1")
    let stream = await run.connection()
    stream.pushKraken(last: 101)
    stream.push(
      """
      {"error":"Currency pair not supported ETH/USD","method":"subscribe","success":false,\
      "symbol":"ETH/USD"}
      """)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "BTC-USD\t101\nETH-USD\t10\n")
    #expect(
      run.errors.contains(
        "no live data of ETH-USD from Kraken (exchange error: Currency pair not supported ETH/USD); "
          + "polling every 10 s"))
  }

  @Test func `a refused pair is not subscribed again after a loss`() async {
    let run = StreamRun("price", "BTC-USD", "ETH-USD", "-e", "kraken")
    let first = await run.connection()
    first.pushKraken(last: 101)
    first.push(
      #"{"error":"Currency pair not supported ETH/USD","method":"subscribe","success":false,"symbol":"ETH/USD"}"#
    )
    #expect(await run.writes("BTC-USD\t101\nETH-USD\t10\n"))
    first.close()
    let second = await run.connection(1)
    #expect(second.sentTexts.joined().contains("BTC/USD"))
    #expect(!second.sentTexts.joined().contains("ETH/USD"))
  }

  @Test(arguments: [
    ("binance", #"{"error":{"code":2,"msg":"Invalid request: refused"},"id":1}"#, [0, 0, 1, 3]),
    (
      "bitstamp",
      #"{"event":"bts:error","channel":"","data":{"code":null,"message":"Incorrect JSON format."}}"#,
      // At most one connection a second.
      [0, 1, 2]
    ),
  ])
  func `streams that refuse all pairs are never live, and polls replace them`(
    exchange: String, refusal: String, seconds: [Int]
  ) async {
    let run = StreamRun("price", "BTC-USD", "-e", exchange, "--timeout", "2", "--count", "9")
    for (number, second) in seconds.enumerated() {
      if .seconds(second) > run.clock.now { await run.passes(toMilliseconds: second * 1_000) }
      await run.connection(number).push(refusal)
    }
    #expect(run.texts.value.output.isEmpty)
    await run.passes(toMilliseconds: 4_000)
    #expect(await run.writes("100\n"))
    #expect(await run.tells("no live data from"))
    #expect(!run.errors.contains("reconnected"))
  }

  @Test func `streams that send no data are never live, and polls replace them`() async {
    let run = StreamRun("price", "BTC-USD", "-e", "kraken", "--count", "3")
    let first = await run.connection()
    let heartbeat = #"{"channel":"heartbeat"}"#
    run.clock.pass(.seconds(5))
    first.push(heartbeat)
    await run.passes(toMilliseconds: 10_000)
    #expect(await run.writes("100\n"))
    #expect(
      await run.tells(
        "no live data of BTC-USD from Kraken (no data on its stream); polling every 10 s"))
    // Prices are polled anyway, so nothing is lost with the connection.
    first.close()
    let second = await run.connection(1)
    second.push(heartbeat)
    second.pushKraken(last: 101)
    await run.passes(toMilliseconds: 11_000)
    #expect(await run.writes("100\n101\n"))
    #expect(!run.errors.contains("next try") && !run.errors.contains("reconnected"))
  }

  @Test func `json and ndjson tell whether prices are live`() async {
    for format in ["json", "ndjson"] {
      let run = StreamRun(
        "list", "BTC-USD", "-e", "kraken", "-o", format, "-c", "symbol,last", "--count", "1")
      await run.connection().pushKraken(last: 101)
      #expect(await run.ends() == 0)
      let output = run.texts.value.output.filter { !$0.isWhitespace }
      #expect(output.contains(#""live":true,"proof":"none""#))
      #expect(output.contains(#""messages":"#) == (format == "json"))
    }
  }

  @Test func `the log tells connections and subscriptions`() async {
    let run = StreamRun("price", "BTC-USD", "-e", "kraken", "-v", "--count", "1")
    await run.connection().pushKraken(last: 101)
    #expect(await run.ends() == 0)
    #expect(run.errors.contains("Kraken: open after 0 ms"))
    #expect(run.errors.contains("Kraken: subscribed with 1 message"))
  }

  @Test(arguments: [
    ("--once", "--live cannot be combined with --once"),
    ("-i 0.05", "--interval: minimum with --live is 0.1 s"),
    ("-o openmetrics", "--live cannot be combined with openmetrics"),
    ("--stream-url http://127.0.0.1", "is not a URL like wss://ws.kraken.com/v2"),
    ("--stream-url wss://127.0.0.1", "--stream-url needs a name with several exchanges"),
    ("--stream-url krake=wss://127.0.0.1", "unknown exchange 'krake'; did you mean kraken?"),
  ])
  func `what cannot be streamed is an error`(options: String, error: String) async {
    let words = options.split(separator: " ").map(String.init)
    let run = StreamRun(["BTC-USD", "-e", "kraken,okx"] + words, of: "list")
    #expect(await run.ends() == 64)
    #expect(run.errors.contains(error))
    #expect(run.connectionCount == 0)
  }
}
