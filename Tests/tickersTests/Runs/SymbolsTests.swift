import Foundation
import MarketCore
import Testing

@testable import tickers

/// The same symbols in every command that takes symbols: pairs, coins, names, watchlists, with and without
/// a prefix.
struct SymbolsTests {
  private static let commands: [[String]] = [
    ["list", "--once"], ["coins", "--once"], ["price"], ["book", "--once"], ["history", "-n", "3"],
    ["alerts", "--alert", "a: known(symbol)"],
  ]

  private static var world: TestWorld {
    var world = TestWorld()
    world.options = Array(
      """
      @one = BTC-USD
      @coin = bitcoin
      @favorites = BTC-USD,ETH-USD
      @some = X*-BTC
      """.utf8)
    return world
  }

  private static func run(_ command: [String], _ symbols: String...) async -> TestWorld.Outcome {
    await world.run(command + symbols + ["--replay", Repository.fixtures.path, "-e", "kraken"])
  }

  @Test(arguments: commands)
  func `a pair in any spelling`(command: [String]) async {
    let expected = await Self.run(command, "BTC-USD")
    #expect(expected.status == 0 && expected.output.contains(/BTC|27,?42\d/))
    for spelling in ["btc/usd", "Btc_Usd", "kraken:BTC-USD", "XBT-USD", "@one", "kraken:@ONE"] {
      #expect(await Self.run(command, spelling) == expected, "\(spelling)")
    }
  }

  @Test(arguments: commands)
  func `a coin by code or name`(command: [String]) async {
    let expected = await Self.run(command, "BTC")
    #expect(expected.status == 0 && expected.output.contains(/BTC|27,?42\d/))
    for spelling in ["btc", "bitcoin", "BitCoin", "xbt", "@coin"] {
      let outcome = await Self.run(command, spelling)
      #expect(outcome.output == expected.output && outcome.status == 0, "\(spelling)")
    }
  }

  @Test(arguments: commands)
  func `a coin with a prefix`(command: [String]) async {
    let expected = await Self.run(command, "kraken:BTC")
    #expect(expected.status == 0 && !expected.output.isEmpty)
    for spelling in ["Kraken:btc", "kraken:bitcoin", "kraken:xbt", "kraken:@coin"] {
      let outcome = await Self.run(command, spelling)
      #expect(outcome.output == expected.output && outcome.status == 0, "\(spelling)")
    }
  }

  @Test(arguments: commands)
  func `an unknown one has near names`(command: [String]) async {
    let coin = await Self.run(command, "btcc")
    #expect(coin.errors.contains("unknown coin BTCC on Kraken; did you mean BTC"))
    #expect(coin.status == 66)
    // The base of a pair is a coin.
    if command[0] == "coins" { return }
    let pair = await Self.run(command, "BTC-USDD")
    #expect(pair.errors.contains("unknown pair BTC-USDD on Kraken; did you mean BTC-USD"))
    #expect(pair.status == 66)
  }

  @Test(arguments: commands)
  func `what is no symbol is an error without a request`(command: [String]) async {
    let name = command[0] == "coins" ? "COIN" : "SYMBOL"
    for (word, message) in [
      ("", "empty symbol; expected a pair such as BTC-USD"),
      (":BTC", "missing exchange in ':BTC'; expected a symbol such as kraken:BTC-USD"),
      ("kraken", "'kraken' is not a \(name); did you mean -e "),
      ("@favorite", "unknown watchlist @favorite; did you mean @favorites?"),
      ("nowhere:BTC", "SYMBOL: unknown exchange 'nowhere'"),
    ] {
      let outcome = await Self.world.run(command + [word, "-e", "coinbase"])
      #expect(outcome.errors.hasPrefix("tickers: \(message)"), "\(outcome.errors)")
      #expect((outcome.output, outcome.status) == ("", 64))
    }
  }

  @Test func `a watchlist stands for all of its symbols`() async {
    for command in Self.commands where command[0] != "book" {
      let expected = await Self.run(command, "BTC-USD", "ETH-USD")
      #expect(expected.status == 0)
      #expect(await Self.run(command, "@favorites") == expected)
      #expect(await Self.run(command, "kraken:@favorites") == expected)
    }
    let book = await Self.run(["book", "--once"], "@favorites")
    #expect(book.errors == "tickers: book takes one pair, not @favorites: BTC-USD, ETH-USD\n")
    #expect(book.status == 64)
  }

  @Test(arguments: [["list", "--once"], ["price"], ["history", "-n", "1"], ["coins", "--once"]])
  func `a pattern of a watchlist stands for the listed pairs that match`(command: [String]) async {
    let outcome = await Self.run(command, "@some")
    #expect(outcome.output.contains("XLM"))
    #expect(!outcome.output.contains("ETH") && !outcome.output.contains("USD-"))
  }

  @Test func `the first word can be a name, a watchlist or a prefix, but no unknown word`() async {
    let replay = ["--replay", Repository.fixtures.path]
    #expect(await TestWorld().run(["bitcoin"] + replay) == TestWorld().run(["BTC"] + replay))
    #expect(await Self.world.run(["@one"] + replay).status == 0)
    #expect(await TestWorld().run(["kraken:xbt"] + replay).status == 0)
    #expect(await TestWorld().run(["bitcoin cash"] + replay).output == "117.92\n")
    let unknown = await TestWorld().run(["config"])
    #expect(
      unknown.errors == "tickers: unknown command 'config'; for the coin: tickers price CONFIG\n")
    #expect(unknown.status == 64)
  }

  @Test func `a list of a pair requests only it`() async {
    let exchange = TestExchange()
    var world = TestWorld()
    world.exchanges = [exchange]
    let outcome = await world.run(["list", "btc", "--once", "-o", "csv", "-c", "symbol,last"])
    #expect(outcome.output == "symbol,last\nBTC-USD,100\n")
    #expect(exchange.questions == [.tickers])
  }

  @Test func `a book of a coin requests tickers once`() async {
    let (first, second) = (TestExchange("first"), TestExchange("second"))
    var world = TestWorld()
    world.exchanges = [first, second]
    let outcome = await world.run(["book", "btc", "--once", "-e", "all", "-o", "tsv"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "tickers: BTC: BTC-USD\n")
    let book = TestExchange.Question.book(Pair(symbol: "BTC-USD"), .levels)
    #expect(first.questions == [.tickers, book])
    #expect(second.questions == [.tickers, book])
  }

  @Test func `an exchange that fails does not stop the book of a coin on others`() async {
    let (first, second) = (TestExchange("first"), TestExchange("second"))
    first.reply = .fail(.unreachable("gone"))
    var world = TestWorld()
    world.exchanges = [first, second]
    let outcome = await world.run(["book", "btc", "--once", "-e", "all", "-o", "csv"])
    #expect(outcome.output.contains("second,bid") && !outcome.output.contains("first,"))
    #expect(outcome.errors == "tickers: First: gone\ntickers: BTC: BTC-USD\n")
    #expect(outcome.status == 69)
  }

  @Test func `the history of a coin is that of the first exchange that lists it`() async {
    let (first, second) = (
      TestExchange("first", periods: [.oneDay]), TestExchange("second", periods: [.oneDay])
    )
    var world = TestWorld()
    world.exchanges = [first, second]
    let outcome = await world.run(["history", "btc", "-n", "2", "-e", "all", "-o", "csv"])
    #expect(outcome.errors.hasPrefix("tickers: BTC: BTC-USD\n"))
    #expect(outcome.status == 0)
    #expect(first.questions == [.tickers, .candles(Pair(symbol: "BTC-USD"), .oneDay)])
    #expect(second.questions.isEmpty)
  }

  @Test func `the currency of a book requires a coin`() async {
    let replay = ["--once", "--replay", Repository.fixtures.path, "-e", "kraken"]
    let pair = await TestWorld().run(["book", "BTC-USD", "--in", "EUR"] + replay)
    #expect(pair.errors == "tickers: --in requires a coin; BTC-USD is a pair\n")
    #expect(pair.status == 64)
    let coin = await TestWorld().run(["book", "btc", "--in", "USD"] + replay)
    #expect(coin.status == 0 && coin.errors.contains("BTC: BTC-"))
  }

  @Test(arguments: [
    ["list", "--once", "-c", "symbol,price", "-s", "price", "-w", "price > 10k"],
    ["list", "--once", "-t", "{symbol} {price}", "-w", "symbol == BTC/USD"],
    ["coins", "--once", "-c", "coin,last", "-s", "last:desc", "-w", "coin == btc"],
    ["coins", "--once", "-t", "{coin} {last:raw}", "-w", "last > 1k"],
    ["price", "BTC-USD", "-c", "symbol,price"], ["price", "BTC-USD", "-t", "{price}"],
    ["book", "BTC-USD", "--once", "-c", "side,last"],
    ["symbols", "-c", "symbol", "-w", "base == btc and symbol != 4-USD"],
  ])
  func `price and last are names of one field`(command: [String]) async {
    let outcome = await TestWorld().run(
      command + ["--replay", Repository.fixtures.path, "-e", "kraken"])
    #expect(outcome.status == 0 && outcome.output.contains(/BTC|27,?42\d/), "\(outcome)")
  }
}
