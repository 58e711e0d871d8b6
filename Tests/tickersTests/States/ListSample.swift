import Arguments
import Foundation
import TestTools
@testable import MarketCore
import Reports
import Terminal

@testable import tickers

extension TextLooks {
  /// The looks on a terminal of any size.
  static func terminal(palette: Palette?) -> TextLooks {
    TextLooks(in: .terminal, palette: palette)
  }
}

extension World {
  /// A terminal on which nothing is written.
  static let terminal = World(
    environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
    output: .init(isTerminal: true, size: { nil }, write: { _ in }),
    errors: .init(isTerminal: false, size: { nil }, write: { _ in }),
    clock: FakeClock().pollClock(),
    timeZone: { .gmt })
}

/// The effect of a key, as a test compares it.
enum KeyEffect: Equatable {
  case handled, ignored, restart
  case refused(String)
  case copy(String)
  /// A screen with this first heading is opened.
  case open(String?)

  init(_ result: KeyResult) {
    self =
      switch result {
      case .handled: .handled
      case .refused(let reason): .refused(reason)
      case .copy(let text): .copy(text)
      case .ignored: .ignored
      case .restart: .restart
      case .open(let screen): .open(screen.heading.first)
      }
  }
}

extension CommandContext {
  /// The settings of a command that replays nothing.
  static let sample: CommandContext = {
    let arguments = ["list", "-e", "blockchain", "--replay", "/nowhere"]
    guard case .run(let invocation) = try? Tickers.program.parse(arguments),
      let context = try? CommandContext(invocation, in: .terminal, polls: true)
    else { preconditionFailure("no command") }
    return context
  }()
}

extension ScreenModel {
  /// Applies one poll.
  mutating func apply(_ poll: Poll<Answer<ViewModel.Value>>) {
    apply([poll])
    prepare(ages: [:])
  }

  /// Takes another size.
  mutating func resize(columns: Int) {
    room.columns = columns
    prepare(ages: [:])
  }

  /// Presses a key, as the screen loop does: a character is text while there is a prompt.
  mutating func press(_ key: Key) -> KeyEffect {
    defer { prepare(ages: [:]) }
    guard prompt != nil, case .character(let character) = key else {
      return KeyEffect(respond(to: key))
    }
    return KeyEffect(respond(to: .paste(String(character))))
  }

  /// Presses these keys, one after the other.
  mutating func press(_ keys: [Key]) {
    for key in keys { _ = press(key) }
  }

  /// Presses the keys of these characters, one after the other.
  mutating func press(_ text: String) {
    press(text.map { .character($0) })
  }

  /// The lines of the body, without spaces at their ends.
  var texts: [String] { body.map { $0.trimmed().rendered() } }
}

extension ListScreen<ListViewModel<Ticker>> {
  /// A list whose pairs are A-USD, B-USD, … with these prices.
  static func sample(
    _ prices: [Int] = Array(1...10), filters: [String] = [], conditions: [String] = [],
    sort: RowOrder<Ticker>? = RowOrder(Ticker.Columns.symbol), limit: Int? = nil,
    columns: [Column<Ticker>] = Ticker.tableColumns, palette: Palette? = nil,
    hasHeader: Bool = true, watchlists: [Watchlist] = [],
    room: TerminalSize = TerminalSize(columns: 80, rows: 5)
  ) -> ListScreen {
    var query = ListQuery(
      filters: filters.map { SymbolFilter($0) },
      conditions: conditions.compactMap { try? Condition($0) }, sort: sort, limit: limit)
    query.watchlists = watchlists
    let makeJob: ListScreen.MakeJob = { query, columns in
      PollJob(
        context: .sample, viewModel: ListViewModel<Ticker>(query),
        fetch: { _ in .failure(.cancelled) },
        request: Set(query.usedColumns.union(columns).map(\.name))
          .intersection(TickerDetails.columns))
    }
    var screen = ListScreen(
      makeJob(query, columns), layout: Layout(columns),
      table: TableRenderer(looks: .terminal(palette: palette), hasHeader: hasHeader),
      makeJob: makeJob)
    screen.room = room
    screen.prepare(ages: [:])
    if !prices.isEmpty { screen.poll(prices) }
    return screen
  }

  /// Applies a poll of pairs A-USD, B-USD, … with these prices; those of 0 are not there.
  mutating func poll(_ prices: [Int]) {
    let tickers = zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", prices).filter { $1 > 0 }.map {
      Ticker(pair: Pair(symbol: "\($0)-USD"), open: 5, volume: 12.5, last: Decimal($1))
    }
    apply(.answered(tickers))
  }

  /// The first letters of the pairs that are shown, without the heading.
  var initials: String {
    String(texts.filter { $0.contains("-USD") }.compactMap { $0.dropFirst(2).first })
  }

  /// The first letters of the pairs that are marked as selected.
  var selected: String {
    String(texts.filter { $0.hasPrefix("› ") }.compactMap { $0.dropFirst(2).first })
  }
}
