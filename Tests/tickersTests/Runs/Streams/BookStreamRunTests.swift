import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Live books in a pipe, on a clock that the test moves on.
@Suite(.timeLimit(.minutes(20)))
struct BookStreamRunTests {
  // The checksums are those of zlib.
  static let snapshot = message(
    "snapshot", bids: "100×1.0", asks: "101×2.0", checksum: 2_431_523_470)
  private static let update = message("update", bids: "100×3.0", checksum: 2_732_095_500)
  private static let wrong = message("update", bids: "100×4.0", checksum: 5)

  private static let okxSnapshot = okx(
    "snapshot", bids: #"["99","1","0","1"]"#, asks: #"["102","1","0","1"]"#, after: -1)
  private static let okxUpdate = okx("update", bids: #"["99","2","0","1"]"#, asks: "", after: 5)

  private static func okx(
    _ action: String, bids: String, asks: String, after previous: Int
  ) -> String {
    """
    {"arg":{"channel":"books","instId":"BTC-USD"},"action":"\(action)","data":[{"bids":[\(bids)],\
    "asks":[\(asks)],"seqId":\(previous < 0 ? 5 : 7),"prevSeqId":\(previous)}]}
    """
  }

  private static func message(
    _ type: String, bids: String? = nil, asks: String? = nil, checksum: Int
  ) -> String {
    func side(_ level: String?) -> String {
      guard let parts = level?.split(separator: "×") else { return "" }
      return #"{"price":\#(parts[0]),"qty":\#(parts[1])}"#
    }
    return """
      {"channel":"book","type":"\(type)","data":[{"symbol":"BTC/USD","bids":[\(side(bids))],\
      "asks":[\(side(asks))],"checksum":\(checksum)}]}
      """
  }

  /// Sends the first books of Kraken and OKX, and returns the connection of OKX.
  private static func pushSnapshots(_ run: StreamRun) async -> StubWebSocket.Connection {
    let (one, two) = (await run.connection(0), await run.connection(1))
    let (kraken, okx) = one.request.url?.host() == "ws.kraken.com" ? (one, two) : (two, one)
    kraken.push(snapshot)
    okx.push(okxSnapshot)
    return okx
  }

  private static func run(_ arguments: String...) -> StreamRun {
    StreamRun(["BTC-USD", "-e", "kraken"] + arguments, of: "book")
  }

  private static let rows = ["-o", "tsv", "-c", "side,price,quantity", "--no-header"]

  @Test func `the first output is the snapshot, and later ones have the updates`() async {
    let run = StreamRun(["BTC-USD", "-e", "kraken", "--count", "2"] + Self.rows, of: "book")
    let stream = await run.connection()
    #expect(stream.sentTexts[0].contains(#""channel":"book","symbol":["BTC/USD"],"depth":100"#))
    #expect(run.texts.value.output.isEmpty)
    stream.push(Self.snapshot)
    #expect(await run.writes("bid\t100\t1\nask\t101\t2\n"))
    stream.push(Self.update)
    await run.passes(toMilliseconds: 1_000)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "bid\t100\t1\nask\t101\t2\nbid\t100\t3\nask\t101\t2\n")
  }

  @Test func `json tells the proof and the number of updates`() async {
    let run = Self.run("-o", "json", "--count", "1")
    let stream = await run.connection()
    stream.push(Self.snapshot, Self.update)
    #expect(await run.ends() == 0)
    #expect(
      run.texts.value.output.contains(#""live":true,"proof":"checksum","updates":1,"messages":2,"#))
    #expect(run.texts.value.output.contains(#""best_bid":100,"best_ask":101,"#))
  }

  @Test(arguments: [[], ["--buy", "1"], ["--buy", "1", "--compare"]])
  func `in ndjson each row tells whether it is live, and its proof`(options: [String]) async {
    let run = StreamRun(
      ["BTC-USD", "-e", "kraken", "-o", "ndjson", "--count", "1"] + options, of: "book")
    await run.connection().push(Self.snapshot)
    #expect(await run.ends() == 0)
    let lines = run.texts.value.output.split(separator: "\n")
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.hasSuffix(#","live":true,"proof":"checksum"}"#) })
  }

  @Test func `in ndjson a merged order is live if all its books are, with the proof of all`() async
  {
    let run = StreamRun(
      ["BTC-USD", "-e", "kraken,okx", "-o", "ndjson", "--count", "1", "--buy", "1"], of: "book")
    _ = await Self.pushSnapshots(run)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output.hasSuffix(#","live":true,"proof":"none"}"# + "\n"))
  }

  @Test func `a wrong checksum withholds the book until the next connection has a new one`() async {
    let run = StreamRun(["BTC-USD", "-e", "kraken", "--count", "3"] + Self.rows, of: "book")
    let first = await run.connection()
    first.push(Self.snapshot)
    #expect(await run.writes("bid\t100\t1\nask\t101\t2\n"))
    first.push(Self.update, Self.wrong)
    #expect(
      await run.tells(
        "Kraken BTC-USD: checksum mismatch after 2 updates; new snapshot; next try in 0 s"))
    let second = await run.connection(1)
    #expect(!first.isOpen)
    second.push(Self.snapshot, Self.update)
    await run.passes(toMilliseconds: 1_000)
    // The failure counts, because nothing was live.
    #expect(await run.ends() == 0)
    #expect(
      run.texts.value.output == "bid\t100\t1\nask\t101\t2\nbid\t100\t3\nask\t101\t2\n")
    #expect(run.errors.contains("reconnected after"))
  }

  @Test func `a condition waits for the first live book, not for a poll after a failed connection`()
    async
  {
    let run = StreamRun(
      ["BTC-USD", "-e", "kraken", "--until", "best_ask == 101"] + Self.rows, of: "book",
      refusal: .unreachable("cannot connect"))
    #expect(await run.tells("cannot connect; next try in"))
    run.refuse(with: nil)
    await run.passes(toMilliseconds: 1_000)
    let stream = await run.connection()
    stream.push(Self.snapshot)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "bid\t100\t1\nask\t101\t2\n")
    #expect(!run.errors.contains("after -"))
  }

  @Test func `without a connection the book is polled, not the last one of a stream`() async {
    let run = StreamRun(["BTC-USD", "-e", "kraken", "--timeout", "2"] + Self.rows, of: "book")
    let stream = await run.connection()
    stream.push(Self.snapshot)
    #expect(await run.writes("bid\t100\t1\nask\t101\t2\n"))
    run.refuse(with: .httpStatus(403, retryAfter: nil))
    // The next output would have this update.
    stream.push(Self.update)
    stream.close(.unreachable("connection to the exchange lost"))
    await run.passes(until: "polling every 10 s")
    #expect(run.texts.value.output == "bid\t100\t1\nask\t101\t2\nbid\t100\t1\n")
  }

  @Test func `a condition is tested with each update, also between two outputs`() async {
    let run = StreamRun(
      ["BTC-USD", "-e", "kraken", "--until", "updates == 1"] + Self.rows, of: "book")
    let stream = await run.connection()
    stream.push(Self.snapshot)
    #expect(await run.writes("bid\t100\t1\nask\t101\t2\n"))
    stream.push(Self.update, Self.snapshot)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output.hasSuffix("bid\t100\t3\nask\t101\t2\n"))
  }

  @Test func `an order is filled against the live book`() async {
    let run = Self.run(
      "--buy", "2", "-o", "tsv", "-c", "filled,average", "--no-header", "--count", "1")
    let stream = await run.connection()
    // An order can need any level.
    #expect(stream.sentTexts[0].contains(#""depth":1000"#))
    stream.push(Self.snapshot)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "2\t101\n")
  }

  @Test func `orders are compared in live books`() async {
    let run = Self.run(
      "--buy", "1", "--compare", "-o", "tsv", "-c", "exchange,average", "--no-header", "--count",
      "1")
    let stream = await run.connection()
    stream.push(Self.snapshot)
    #expect(await run.ends() == 0)
    #expect(run.texts.value.output == "kraken\t101\n")
  }

  @Test func `a merged book has only the exchanges that are live`() async {
    let run = StreamRun(
      [
        "BTC-USD", "-e", "kraken,okx", "--count", "2", "-o", "tsv", "-c", "exchange,price",
        "--no-header",
      ],
      of: "book")
    let okx = await Self.pushSnapshots(run)
    #expect(await run.writes("kraken\t100\nokx\t99\nkraken\t101\nokx\t102\n"))
    okx.close(.unreachable("connection to the exchange lost"))
    #expect(await run.tells("OKX: connection to the exchange lost"))
    await run.passes(toMilliseconds: 1_000)
    // An exchange is missing in the last output.
    #expect(await run.ends() == 69)
    #expect(run.texts.value.output.hasSuffix("okx\t102\nkraken\t100\nkraken\t101\n"))
  }

  @Test func `a condition on a merged book is tested on the books of all exchanges`() async {
    // The spread of OKX alone is 3.
    let run = StreamRun(
      ["BTC-USD", "-e", "kraken,okx", "--until", "spread > 2", "--count", "2"] + Self.rows,
      of: "book")
    let okx = await Self.pushSnapshots(run)
    let levels = "bid\t100\t1\nbid\t99\t1\nask\t101\t2\nask\t102\t1\n"
    #expect(await run.writes(levels))
    okx.push(Self.okxUpdate)
    await run.passes(toMilliseconds: 1_000)
    #expect(await run.ends() == 1)
    #expect(
      run.texts.value.output
        == levels + levels.replacingOccurrences(of: "bid\t99\t1", with: "bid\t99\t2"))
  }

  @Test func `the streams of books and of prices are below one address of the user`() async {
    let address = "wss://streams.example.org/coinbase"
    let book = StreamRun(
      ["BTC-USD", "-e", "coinbase", "--stream-url", address, "--count", "1"], of: "book")
    let bookStream = await book.connection()
    #expect(bookStream.request.url?.absoluteString == "\(address)/advanced")
    let price = StreamRun(
      ["BTC-USD", "-e", "coinbase", "--stream-url", address, "--count", "1"], of: "price")
    let priceStream = await price.connection()
    #expect(priceStream.request.url?.absoluteString == "\(address)/exchange")
  }

  @Test func `single orders cannot be streamed`() async {
    let outcome = await TestWorld().run(["book", "BTC-USD", "--live", "--orders"])
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix(
        "tickers: --live cannot be combined with --orders: streams have levels"))
  }

  @Test func `without a chosen exchange, the first one with streams that lists the pair is used`()
    async
  {
    let run = StreamRun(["BTC-USD", "--count", "1"] + Self.rows, of: "book")
    let stream = await run.connection()
    #expect(stream.request.url?.host() == "ws.kraken.com")
    stream.push(Self.snapshot)
    #expect(await run.ends() == 0)
    #expect(run.errors.contains("BTC-USD from Kraken"))
  }
}
