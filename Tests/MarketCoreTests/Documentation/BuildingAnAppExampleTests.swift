import Foundation
import MarketCore
import Observation
import Testing

#if canImport(SwiftUI)
  import Charts
  import SwiftUI
#endif

/// A coin in the overview, as texts.
struct CoinRow: Identifiable {
  let id: Pair
  let name: String
  let price: String
  let change: String
  let tone: Tone

  /// The words for VoiceOver.
  var words: String {
    let direction = tone == .up ? "up" : tone == .down ? "down" : "change"
    return "\(name), \(price), \(direction) \(change.drop { "+-".contains($0) })"
  }
}

/// The overview of all coins in dollars, by name.
@MainActor @Observable
final class CoinList {
  let market: ObservableMarket<ListViewModel<Ticker>>
  let prices: MarketClient
  let history: MarketClient
  var search = "" {
    didSet { market.model.query.filters = [Self.dollars, SymbolFilter(search, isTyped: true)] }
  }
  private static let dollars = SymbolFilter("*-USD")

  init(prices: MarketClient, history: MarketClient) {
    (self.prices, self.history) = (prices, history)
    let query = ListQuery<Ticker>(filters: [Self.dollars], sort: RowOrder(Ticker.Columns.name))
    market = ObservableMarket(tickersOf: [prices], query: query)
  }

  var rows: [CoinRow] {
    let columns = [Ticker.Columns.name, Ticker.Columns.last, Ticker.Columns.percent]
    return market.model.rows.map { ticker in
      let cells = market.model.cells(of: columns, in: ticker)
      return CoinRow(
        id: ticker.pair, name: cells[0].value == .unknown ? ticker.pair.symbol : cells[0].text,
        price: cells[1].text, change: cells[2].text, tone: cells[2].tone)
    }
  }
}

/// The order book of a pair, and its closing prices.
@MainActor @Observable
final class CoinDetail {
  let pair: Pair
  let book: ObservableMarket<OrderBookViewModel>
  private(set) var closes: [(day: Date, price: Double)] = []
  private(set) var historyError: MarketError?
  private let history: MarketClient

  init(_ pair: Pair, in list: CoinList) {
    (self.pair, history) = (pair, list.history)
    book = ObservableMarket(bookOf: pair, on: [list.prices])
  }

  func loadHistory(now: Date = .now) async {
    let range = HistoryRange(.oneDay, count: 30, now: now)
    switch await history.history(of: pair, range) {
    case .success(let answer):
      historyError = nil
      closes = answer.value.compactMap { candle in
        NumberFormat.double(candle.close).map { (candle.time, $0) }
      }
    case .failure(let error): historyError = error
    }
  }
}

extension Freshness {
  var isLoading: Bool { phase == .loading(nil) }

  /// The message on stale or missing data; `nil` if the data is current.
  var notice: String? {
    switch phase {
    case .loading(nil), .loaded: nil
    case .loading(let error?): "No prices yet: \(error)."
    case .stale(let error): "Not up to date: \(error)."
    }
  }
}

#if canImport(SwiftUI)
  struct CoinListView: View {
    @Bindable var list: CoinList

    var body: some View {
      NavigationStack {
        List(list.rows) { row in NavigationLink(value: row.id) { CoinRowView(row: row) } }
          .overlay { if list.market.model.freshness.isLoading { ProgressView("Loading prices") } }
          .safeAreaInset(edge: .bottom) { NoticeView(freshness: list.market.model.freshness) }
          .navigationTitle("Coins")
          .navigationDestination(for: Pair.self) { pair in
            CoinDetailView(detail: CoinDetail(pair, in: list))
          }
          .searchable(text: $list.search)
          .refreshable { await list.market.refresh() }
      }
      .task { await list.market.poll() }
    }
  }

  struct CoinRowView: View {
    let row: CoinRow

    var body: some View {
      HStack {
        Text(row.name)
        Spacer()
        VStack(alignment: .trailing) {
          Text(row.price).monospacedDigit()
          Text(row.change).font(.caption).foregroundStyle(row.tone.color)
        }
      }
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(row.words)
    }
  }

  struct CoinDetailView: View {
    @State var detail: CoinDetail

    var body: some View {
      List {
        Chart(detail.closes, id: \.day) { close in
          LineMark(x: .value("Day", close.day), y: .value("Price", close.price))
        }
        .overlay { if let error = detail.historyError { Text("No history: \(error)") } }
        Section("Asks") { LevelsView(levels: detail.book.model.asks, model: detail.book.model) }
        Section("Bids") { LevelsView(levels: detail.book.model.bids, model: detail.book.model) }
      }
      .overlay { if detail.book.model.freshness.isLoading { ProgressView("Loading orders") } }
      .safeAreaInset(edge: .bottom) { NoticeView(freshness: detail.book.model.freshness) }
      .navigationTitle(detail.pair.symbol)
      .refreshable { await detail.book.refresh() }
      .task { await detail.loadHistory() }
      .task { await detail.book.poll() }
    }
  }

  struct LevelsView: View {
    let levels: [BookRow]
    let model: OrderBookViewModel

    var body: some View {
      let columns = [BookRow.Columns.price, BookRow.Columns.quantity]
      ForEach(levels, id: \.level) { level in
        let texts = columns.map { model.cell(of: $0, in: level).text }
        LabeledContent(texts[0], value: texts[1]).monospacedDigit()
          .accessibilityLabel("\(level.side.rawValue) \(texts[0])")
      }
    }
  }

  struct NoticeView: View {
    let freshness: Freshness

    var body: some View {
      if let notice = freshness.notice {
        VStack {
          Label(notice, systemImage: "wifi.slash")
          if let asOf = freshness.asOf { Text("Last update \(asOf, style: .relative) ago") }
        }
        .font(.footnote).padding().frame(maxWidth: .infinity).background(.thinMaterial)
      }
    }
  }

  extension Tone {
    var color: Color { self == .up ? .green : self == .down ? .red : .secondary }
  }

  struct CoinsApp: App {
    @Environment(\.scenePhase) private var phase
    @State private var list = CoinList(
      prices: .live(userAgent: "coins/1.0"),
      history: .live(Exchanges.coinbase, userAgent: "coins/1.0"))

    var body: some Scene {
      WindowGroup { CoinListView(list: list) }
        .onChange(of: phase) { list.market.isPaused = phase == .background }
    }
  }
#endif

/// The models of the app in the article about building an app.
@MainActor
struct BuildingAnAppExampleTests {
  private static let bitcoin = Pair(symbol: "BTC-USD")
  private static let day = Date(timeIntervalSince1970: 1_792_454_400)
  private static let open = OrderBook.Entry(price: 27_410, quantity: 2)

  private let market = StubMarket(
    tickers: [
      Ticker(pair: Pair(symbol: "XLM-USD"), open: 0.16, volume: 9, last: 0.15306),
      Ticker(pair: bitcoin, open: 26_954, volume: 9, last: 27_412.35),
      Ticker(pair: Pair(symbol: "BTC-EUR"), open: 24_954, volume: 9, last: 25_000),
      Ticker(pair: Pair(symbol: "QQQ-USD"), open: nil, volume: 9, last: 1),
    ],
    books: [OrderBook(pair: bitcoin, bids: [open], asks: [])],
    candles: [
      bitcoin: [
        .oneDay: [
          Candle(time: day, open: 1, high: 3, low: 1, close: 2.5, volume: 9),
          Candle(time: day + 86_400, open: 1, high: 3, low: 1, close: nil, volume: 9),
        ]
      ]
    ])

  private var list: CoinList { CoinList(prices: market.client, history: market.client) }

  @Test func `coins are listed by name, with words for their change`() async {
    let list = list
    #expect(list.market.model.freshness.isLoading)
    await list.market.refresh()
    #expect(
      list.rows.map(\.words) == [
        "Bitcoin, $27,412.35, up 1.70%", "Stellar, $0.15306, down 4.34%",
        "QQQ-USD, $1.00, change –",
      ])
    #expect(list.rows.map(\.change) == ["+1.70%", "-4.34%", "–"])
    list.search = "stell"
    #expect(list.rows.map(\.id.symbol) == ["XLM-USD"])
    list.search = ""
    #expect(list.rows.count == 3)
  }

  @Test func `a lost connection is a sentence, until it is back`() async {
    let list = list
    market.failure = .unreachable("no network")
    await list.market.refresh()
    #expect(list.market.model.freshness.notice == "No prices yet: no network.")
    #expect(!list.market.model.freshness.isLoading)
    market.failure = nil
    market.asOf = Self.day
    await list.market.refresh()
    #expect(list.market.model.freshness.notice == nil)
    market.failure = .timedOut(seconds: 10)
    await list.market.refresh()
    #expect(list.market.model.freshness.notice == "Not up to date: timed out after 10 s.")
    #expect(list.market.model.freshness.asOf == Self.day)
    #expect(list.rows.count == 3)
  }

  @Test func `a coin has its orders and closes`() async {
    let detail = CoinDetail(Self.bitcoin, in: list)
    await detail.book.refresh()
    #expect(detail.book.model.bids.map(\.entry) == [Self.open])
    await detail.loadHistory(now: Self.day + 2 * 86_400)
    #expect(detail.closes.map(\.price) == [2.5])
    #expect(detail.closes.map(\.day) == [Self.day])
    market.failure = .missing("no history")
    await detail.loadHistory(now: Self.day + 2 * 86_400)
    #expect(detail.historyError == market.failure)
    #expect(detail.closes.count == 1)
    market.failure = nil
    await detail.loadHistory(now: Self.day + 2 * 86_400)
    #expect(detail.historyError == nil)
  }
}
