import Foundation
import MarketCore
import TestTools

@testable import tickers

/// Exchanges whose prices and books the test changes: by REST, and in streams.
final class StreamMarkets: Sendable {
  /// The tickers by REST, by exchange.
  let markets: [ExchangeID: StubMarket]
  /// What the streams answer to a new connection.
  let refusal: Observed<MarketError?>
  private let streams: StubWebSocket
  private let opened = Observed<[StubWebSocket.Connection]>([])

  /// `prices` are the last prices by REST, `refusal` is the error of connections until the test changes it.
  ///
  /// Polls have arrived at `asOf`; by default, at the real time.
  init(prices: [String: Decimal], refusal: MarketError? = nil, asOf: Date? = nil) {
    self.refusal = Observed(refusal)
    let tickers = prices.map { symbol, price in
      Ticker(pair: Pair(symbol: symbol), open: 80, volume: 5, last: price, bid: 99, ask: 101)
    }.sorted { $0.pair < $1.pair }
    let books = tickers.map { ticker in
      let level = OrderBook.Entry(price: ticker.last ?? 1, quantity: 1)
      return OrderBook(pair: ticker.pair, bids: [level], asks: [])
    }
    markets = Dictionary(
      uniqueKeysWithValues: Exchanges.all.map {
        ($0.id, StubMarket($0, tickers: tickers, books: books))
      })
    for market in markets.values { market.asOf = asOf }
    streams = StubWebSocket(refuse: { [refusal = self.refusal] _ in refusal.value })
    Task { [opened, connections = streams.connections] in
      for await connection in connections { opened.change { $0.append(connection) } }
    }
  }

  /// Changes the last price and the volume of a pair by REST.
  func poll(_ symbol: String, last: Decimal, volume: Decimal, of exchange: ExchangeID) {
    guard let market = markets[exchange] else { return }
    let pair = Pair(symbol: symbol)
    market.tickers.removeAll { $0.pair == pair }
    market.tickers.append(
      Ticker(pair: pair, open: 80, volume: volume, last: last, bid: 99, ask: 101))
  }

  func serve(_ world: inout World) {
    world.client = { [markets] exchange, _ in markets[exchange.id]?.client ?? .failing(.cancelled) }
    world.webSocket = { [streams] _ in streams.webSocket }
  }

  /// Waits for the connection with this number, from 0, and for its first subscription.
  func connection(_ number: Int = 0) async -> StubWebSocket.Connection {
    _ = await opened.waits(for: "connection \(number)") { $0.count > number }
    let connection = opened.value[number]
    _ = await connection.texts.first { _ in true }
    return connection
  }

  var connectionCount: Int { opened.value.count }
}

/// The program with `--live` in a pipe, on a clock that the test moves on, with streams that the test sends.
final class StreamRun: PipeRun {
  let clock = HandClock()
  let texts = Observed((output: "", errors: ""))
  let status = Observed<Int32?>(nil)
  private let streams: StreamMarkets

  /// Starts the program on these arguments, with `--live`. See ``StreamMarkets``.
  convenience init(
    _ arguments: String..., prices: [String: Decimal] = ["BTC-USD": 100, "ETH-USD": 10],
    refusal: MarketError? = nil, holdings: String? = nil
  ) {
    self.init(
      Array(arguments.dropFirst()), of: arguments[0], prices: prices, refusal: refusal,
      holdings: holdings)
  }

  init(
    _ arguments: [String], of command: String,
    prices: [String: Decimal] = ["BTC-USD": 100, "ETH-USD": 10], refusal: MarketError? = nil,
    asOf: Date? = nil, holdings: String? = nil
  ) {
    streams = StreamMarkets(prices: prices, refusal: refusal, asOf: asOf)
    var world = TestWorld()
    world.holdings = holdings.map { Array($0.utf8) }
    world.clock = clock.pollClock
    world.written = { [texts] text, isError in
      texts.change { isError ? ($0.errors += text) : ($0.output += text) }
    }
    world.change = { [streams, clock] world in
      streams.serve(&world)
      world.date = { ScreenRun.date + clock.now / .seconds(1) }
    }
    Task { [status, world] in
      let outcome = await world.run([command] + arguments + ["--live"])
      status.change { $0 = outcome.status }
    }
  }

  func connection(_ number: Int = 0) async -> StubWebSocket.Connection {
    await streams.connection(number)
  }

  var connectionCount: Int { streams.connectionCount }

  func failPolls(of exchange: ExchangeID, with error: MarketError) {
    streams.markets[exchange]?.failure = error
  }

  /// Changes the last price and the volume of a pair by REST.
  func poll(_ symbol: String, last: Decimal, volume: Decimal, of exchange: ExchangeID) {
    streams.poll(symbol, last: last, volume: volume, of: exchange)
  }

  func refuse(with error: MarketError?) { streams.refusal.change { $0 = error } }

  func writes(_ output: String) async -> Bool {
    await texts.waits(for: output) { $0.output == output }
  }

  func tells(_ text: String) async -> Bool {
    await texts.waits(for: text) { $0.errors.contains(text) }
  }

  func passes(toMilliseconds time: Int) async { await clock.passes(toMilliseconds: time) }

  /// Moves the clock on from one sleeper to the next, until the program has told a text.
  func passes(until text: String) async {
    while !errors.contains(text) {
      guard let next = clock.sleepers.first else {
        await Task.yield()
        continue
      }
      clock.pass(next - clock.now)
    }
  }
}

extension HandClock {
  /// Moves the clock on when something sleeps until this time in milliseconds.
  func passes(toMilliseconds time: Int) async {
    _ = await waits { $0.contains(.milliseconds(time)) }
    pass(.milliseconds(time) - now)
  }
}

extension StubWebSocket.Connection {
  /// Sends a ticker of Kraken.
  func pushKraken(_ name: String = "BTC/USD", last: Decimal) {
    push(
      """
      {"channel":"ticker","type":"update","data":[{"symbol":"\(name)","bid":\(last - 1),"ask":\
      \(last + 1),"last":\(last),"volume":7,"low":1,"high":900,"change":20}]}
      """)
  }

  /// Sends a trade of Bitstamp.
  func pushBitstampTrade(price: Decimal) {
    push(
      """
      {"data":{"id":1,"amount_str":"0.1","price_str":"\(price)","microtimestamp":\
      "1700000000000000"},"channel":"live_trades_btcusd","event":"trade"}
      """)
  }
}
