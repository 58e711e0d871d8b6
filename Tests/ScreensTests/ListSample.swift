import Foundation
import TestTools
@testable import MarketCore
import Reports
import Terminal

@testable import Screens

/// The effect of a key, as a test compares it.
enum KeyEffect: Equatable {
  case handled, ignored, restart, close, columns
  case refused(String)
  case copy(String)
  /// A screen with this first heading is opened.
  case open(String?)

  init(_ effect: ScreenEffect) {
    self =
      switch effect {
      case .handled: .handled
      case .refused(let reason): .refused(reason)
      case .copy(let text): .copy(text)
      case .ignored: .ignored
      case .restart: .restart
      case .close: .close
      case .columns: .columns
      case .open(let screen): .open(screen.heading.first)
      case .quit, .step: preconditionFailure("no screen ends the program, or goes through polls")
      }
  }
}

extension Market {
  /// The default exchange, which answers nothing.
  static let sample = Market(
    ["blockchain"], in: ClientPool(of: Exchanges.all) { .stub($0) { _ in .failure(.cancelled) } })
}

extension Pace {
  static let sample = Pace(every: .seconds(10))
}

extension Stage {
  /// A terminal of any size, for a command with the options of `list` that screens change.
  static func sample(palette: Palette? = nil) -> Stage {
    Stage(
      looks: TextLooks(palette: palette, hasMarks: true), timeZone: { .gmt },
      optionNames: ["filter", "where"])
  }
}

extension ScreenModel {
  /// Applies one poll.
  mutating func apply(_ poll: SomeFeed.AnsweredPoll) {
    _ = update(.polls([poll]))
    draw()
  }

  /// Makes a view, as the screen loop does after events.
  mutating func draw() { _ = view(at: .now, ages: [:]) }

  /// The view of a copy.
  private var view: ScreenView {
    var copy = self
    return copy.view(at: .now, ages: [:])
  }

  var heading: [String] { view.heading }
  var body: [Line] { view.body }
  var finalLines: [Line] { view.finalLines() }

  /// The hint of Esc while it discards edits; `nil` while there are none.
  var escapeHint: KeyHint? { hints.first { $0.key == "Esc" } }

  /// Takes another size.
  mutating func resize(columns: Int) {
    room.columns = columns
    draw()
  }

  /// Presses a key, as the screen loop does: a character is text while there is a prompt.
  mutating func press(_ key: Key) -> KeyEffect {
    defer { draw() }
    guard prompt != nil, case .character(let character) = key else {
      return KeyEffect(update(.key(key)))
    }
    return KeyEffect(update(.key(.paste(String(character)))))
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

extension ColumnChooser {
  mutating func press(_ key: Key) -> ScreenEffect {
    KeyBinding.action(of: key, in: Self.bindings)?(&self) ?? .ignored
  }
}

extension ListScreen<ListFeed> {
  /// A list whose pairs are A-USD, B-USD, … with these prices.
  static func sample(
    _ prices: [Int] = Array(1...10), filters: [String] = [], conditions: [String] = [],
    sort: RowOrder<Ticker>? = RowOrder(Ticker.Columns.symbol), limit: Int? = nil,
    columns: [Column<Ticker>] = Ticker.tableColumns, palette: Palette? = nil,
    hasHeader: Bool = true, watchlists: [Watchlist] = [], look: RowsLook? = nil,
    room: TerminalSize = TerminalSize(columns: 80, rows: 5)
  ) -> ListScreen {
    var query = ListQuery(
      filters: filters.map { SymbolFilter($0) },
      conditions: conditions.compactMap { try? Condition($0) }, sort: sort, limit: limit)
    query.watchlists = watchlists
    var feed = ListFeed(.sample, query, in: "USD")
    feed.columns = columns
    var screen = ListScreen(
      feed, at: .sample,
      table: RowsTable(
        Layout(columns), query, on: .sample(palette: palette), hasHeader: hasHeader, look: look))
    screen.room = room
    screen.draw()
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
