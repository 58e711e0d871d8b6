import Foundation
@testable import MarketCore
import Terminal

@testable import tickers

extension World {
  /// A terminal on which nothing is written.
  static let terminal = World(
    environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
    output: .init(isTerminal: true, size: { nil }, write: { _ in }),
    errors: .init(isTerminal: false, size: { nil }, write: { _ in }), clock: .instant(),
    timeZone: .gmt)
}

extension Poll {
  private static var start: ContinuousClock.Instant { .now }

  /// A poll that brought this.
  static func answered<Content>(_ content: Content) -> Poll where Value == Answer<Content> {
    let answer = Answer(content, asOf: Date(timeIntervalSince1970: 1_795_258_928), source: "here")
    return Poll(result: .success(answer), at: start, next: start + .seconds(10))
  }

  /// A poll that brought nothing.
  static var failed: Poll {
    Poll(result: .failure(.unreachable("no route")), at: start, next: start + .seconds(1))
  }
}

extension LiveScreen {
  /// Presses these keys, one after the other.
  mutating func press(_ keys: [Key]) {
    for key in keys { _ = press(key) }
  }

  /// Types these characters.
  mutating func type(_ text: String) {
    press(text.map { .character($0) })
  }

  /// What the lines say.
  var texts: [String] { body(isLast: false).map { $0.rendered() } }
}

extension ListScreen<Ticker> {
  /// A list whose pairs are A-USD, B-USD, … with these prices.
  static func sample(
    _ prices: [Int] = Array(1...10), filters: [String] = [],
    sort: RowOrder<TickerField>? = RowOrder(.symbol), limit: Int? = nil,
    fields: [TickerField] = TickerField.inTable, palette: Palette? = nil, hasHeader: Bool = true,
    room: TerminalSize = TerminalSize(columns: 80, rows: 5)
  ) -> ListScreen {
    let table = TableRenderer(in: .terminal, palette: palette, hasHeader: hasHeader)
    var screen = ListScreen(
      ListQuery(filters: filters.map { SymbolFilter($0) }, sort: sort, limit: limit),
      layout: Layout(fields, table), name: "tickers", fetch: { _ in .failure(.cancelled) })
    screen.room = room
    if !prices.isEmpty { screen.poll(prices) }
    return screen
  }

  /// Takes in pairs A-USD, B-USD, … with these prices; those of 0 are not there.
  mutating func poll(_ prices: [Int]) {
    let tickers = zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", prices).filter { $1 > 0 }.map {
      Ticker(pair: Pair(symbol: "\($0)-USD"), open: 5, volume: 12.5, last: Decimal($1))
    }
    apply(.answered(tickers))
  }

  /// The first letters of the pairs that are shown, without the heading.
  var initials: String { String(texts.dropFirst().compactMap { $0.dropFirst(2).first }) }

  /// The first letters of the pairs that are marked as selected.
  var selected: String {
    String(texts.filter { $0.hasPrefix("› ") }.compactMap { $0.dropFirst(2).first })
  }
}
