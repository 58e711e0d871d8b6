import Foundation
import Synchronization
import Testing

@testable import MarketCore

/// The requests of a feed, and the changes of a feed that restart polling.
struct FeedTests {
  private static let pool = ClientPool(of: Exchanges.all) {
    .stub($0) { _ in .failure(.cancelled) }
  }

  private static func market(_ exchanges: [ExchangeID], _ pairs: String...) -> Market {
    Market(
      exchanges, requesting: pairs.map { PairRequest(Pair(symbol: $0), on: exchanges) }, in: pool)
  }

  @Test func `a list restarts where columns or filters need other requests`() {
    var feed = ListFeed(Self.market(["coinbase"]), ListQuery(), in: "USD")
    let first = feed.request
    feed.columns = [Ticker.Columns.volume, Ticker.Columns.percent]
    feed.query.filters = [SymbolFilter("BTC")]
    #expect(feed.request == first)
    feed.columns = [Ticker.Columns.name]
    #expect(feed.request == ["name"])
    // Quotes cost one request per pair there.
    feed.columns = [Ticker.Columns.bid]
    #expect(feed.request == ["bid", "BTC"])
    feed.namesColumns = false
    #expect(feed.request == ["bid"])
    feed.query.sort = RowOrder(Ticker.Columns.ask)
    #expect(feed.request == ["bid", "ask", "BTC"])
  }

  @Test func `a tested or exported column is requested as a shown one is`() throws {
    var feed = CoinsFeed(Self.market(["kraken"]), ListQuery(), in: "USD")
    #expect(feed.request.isEmpty)
    feed.watch.until = try Condition("name == 'Bitcoin'")
    #expect(feed.request == ["name"])
    feed.watch = Watch()
    feed.watch.command = "./alert.sh"
    #expect(feed.request == ["name"])
  }

  @Test func `turnovers of a list are computed where a column shows them, or keys can`() {
    var feed = ListFeed(Self.market(["kraken"]), ListQuery(), in: "USD")
    let ticker = Ticker(pair: Pair(symbol: "BTC-USD"), open: 1, volume: 2, last: 3)
    func turnover() -> Decimal? {
      var model = feed.model
      model.apply(Poll(exchange: "kraken", result: .success(Answer([ticker]))))
      return model.rows.first?.turnover
    }
    #expect(turnover() == nil)
    feed.keepsTurnovers = true
    #expect(turnover() == 6)
    feed.keepsTurnovers = false
    feed.columns = [Ticker.Columns.turnover]
    #expect(turnover() == 6)
  }

  @Test func `another period has no first moment, the same one keeps it`() {
    var feed = HistoryFeed(Self.market(["kraken"], "BTC-USD"), ListQuery(), .oneDay)
    let now = Date(timeIntervalSince1970: 1_795_132_800)
    feed.from = { $0 - 10 * Period.oneDay.seconds }
    #expect(feed.changed(to: .oneDay).range(now: now) == feed.range(now: now))
    feed.count = 5
    let other = feed.changed(to: .oneHour)
    #expect(other.range(now: now) == HistoryRange(.oneHour, count: 5, now: now))
  }

  @Test func `the history of an exchange without any is that of others`() {
    let pair = Pair(symbol: "BTC-USD")
    let feed = HistoryFeed(
      of: Listing(exchange: "blockchain", pair: pair), in: Self.market(["blockchain"]))
    #expect(feed.market.exchanges == ["blockchain"])
    #expect(feed.market.historyExchanges.map(\.id).contains("kraken"))
    let kraken = HistoryFeed(
      of: Listing(exchange: "kraken", pair: pair), in: Self.market(["blockchain", "kraken"]))
    #expect(kraken.market.historyExchanges.map(\.id) == ["kraken"])
    #expect(kraken.pairs == [pair])
  }
}

/// The exchanges of a market, and the interval of its polls.
struct MarketTests {
  @Test func `each exchange has one client, whatever is requested`() {
    let made = Mutex<[ExchangeID]>([])
    let pool = ClientPool(of: Exchanges.all) { exchange in
      made.withLock { $0.append(exchange.id) }
      return .stub(exchange) { _ in .failure(.cancelled) }
    }
    let pair = Pair(symbol: "BTC-USD")
    let market = Market(
      ["kraken", "coinbase"], requesting: [PairRequest(pair, on: ["kraken", "coinbase"])],
      isDefault: true, in: pool)
    let one = market.only("coinbase")
    #expect(one.exchanges == ["coinbase"] && one.requests.isEmpty && !one.isDefault)
    #expect(market.only("bitstamp").exchanges == ["kraken"])
    let all = market.onAllExchanges(pair)
    #expect(all.exchanges == Exchanges.all.map(\.id))
    #expect(all.requests.map(\.exchanges) == [all.exchanges])
    #expect(market.of(["kraken"]).exchanges == ["kraken"])
    #expect(
      made.withLock { $0.sorted { $0.rawValue < $1.rawValue } }
        == Exchanges.all.map(\.id).sorted { $0.rawValue < $1.rawValue })
  }

  @Test func `codes of an exchange are its own where it is alone or typed with them`() {
    let pool = ClientPool(of: Exchanges.all) { .stub($0) { _ in .failure(.cancelled) } }
    let typed = PairRequest(Pair(symbol: "XBT-USD"), on: ["kraken"], isPrefixed: true)
    #expect(Market(["kraken"], in: pool).clients[0].pairsInOwnCodes == nil)
    let both = Market(["kraken", "coinbase"], requesting: [typed], in: pool)
    #expect(both.clients.map(\.pairsInOwnCodes) == [[typed.pair], []])
  }

  @Test func `polls are not more frequent than an exchange allows, except on this machine`() {
    func interval(isRemote: Bool, _ pace: Pace) -> Duration {
      let pool = ClientPool(of: Exchanges.all, isRemote: { _ in isRemote }) {
        .stub($0) { _ in .failure(.cancelled) }
      }
      return pace.interval(for: Market(["kraken"], in: pool))
    }
    let minimum = Exchanges.kraken.info.minimumPollInterval
    #expect(interval(isRemote: true, Pace(every: .seconds(1))) == minimum)
    #expect(interval(isRemote: false, Pace(every: .seconds(1))) == .seconds(1))
    #expect(interval(isRemote: true, Pace(every: .zero)) == .zero)
    #expect(
      interval(isRemote: true, Pace(every: .seconds(9)).polled(every: .seconds(60)))
        == .seconds(60))
    #expect(
      interval(
        isRemote: true,
        Pace(every: .seconds(9), isChosen: true, count: 1).polled(every: .seconds(60)))
        == .seconds(9))
  }
}
