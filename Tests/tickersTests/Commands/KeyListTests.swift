import Foundation
import MarketCore
import Terminal
import TestTools
import Testing

@testable import Screens
@testable import tickers

/// The lists of keys in help, man page and README.
struct KeyListTests {
  /// The keys of a screen or of a choice on it, with their hints.
  private typealias Screen = (name: String, keys: [(hint: KeyHint, keys: Set<Key>)])

  private static let screens: [Screen] = [
    screen("list", ListScreen<ListFeed>.bindings),
    screen("list", ListScreen<PriceFeed>.bindings),
    screen("list", ListScreen<SymbolsFeed>.bindings),
    screen("holdings", ListScreen<HoldingsFeed<HoldingRow>>.bindings),
    screen("holdings", ListScreen<HoldingsFeed<HoldingTotal>>.bindings),
    screen("book", BookScreen.bindings, [.back]),
    screen("history", HistoryScreen.bindings, [.back]),
    screen("choice of columns", ColumnChooser.bindings),
  ]
  /// The other names and keys of coins.
  private static let coins = screen("coins", ListScreen<CoinsFeed>.bindings)

  private static func screen<Model>(
    _ name: String, _ bindings: [KeyBinding<Model>], _ others: [KeyHint] = []
  ) -> Screen {
    (
      name,
      bindings.map { ($0.hint, Set($0.actions.keys)) } + others.map { ($0, [.escape]) }
    )
  }

  /// Keys by their names in help.
  private static let names: [Key: String] = {
    let others: [Key: String] = [
      .up: "↑", .down: "↓", .left: "←", .right: "→", .pageUp: "PgUp", .pageDown: "PgDn",
      .home: "Home", .end: "End", .enter: "Enter", .escape: "Esc", .backspace: "Backspace",
      .tab: "Tab", .backTab: "Shift-Tab", .shiftUp: "Shift-↑", .shiftDown: "Shift-↓",
    ]
    let characters = (0x21...0x7E as ClosedRange<UInt8>).map { Character(Unicode.Scalar($0)) }
    return characters.reduce(into: others) { $0[.character($1)] = String($1) }
      .merging([.character(" "): "Space"]) { $1 }
  }()

  @Test func `every key that does something is in the help`() throws {
    for (_, keys) in Self.screens + [Self.coins] {
      for (hint, keys) in keys {
        let words = "\(hint.key) \(hint.meaning)".split { " ,():".contains($0) }.map(String.init)
        #expect(!keys.isEmpty, "\(hint.key)")
        for key in keys {
          let name = try #require(Self.names[key], "\(key)")
          #expect(words.contains(name), "\(name)")
        }
      }
    }
  }

  @Test func `no screen has a key twice, or one of all screens`() {
    let common = Set(KeyHint.common.flatMap { $0.key.split(separator: " ") })
    for (name, keys) in Self.screens + [Self.coins] {
      let all = keys.flatMap { $0.keys }.filter { $0 != .escape }
      #expect(Set(all).count == all.count, "\(name)")
      let words = Set(keys.flatMap { $0.hint.key.split(separator: " ") })
      #expect(words.isDisjoint(with: common.subtracting(["Space"])), "\(name)")
    }
  }

  @Test func `every key has a short word and a sentence without a full stop`() {
    let screens = (Self.screens + [Self.coins]).flatMap { $0.keys.map(\.hint) }
    for hint in screens + [.back] + KeyHint.common {
      #expect(!hint.key.isEmpty && !hint.word.isEmpty && hint.word.displayWidth <= 13)
      #expect(hint.meaning.displayWidth <= 72 && hint.meaning.first?.isUppercase == true)
      #expect(hint.meaning.last != ".")
    }
  }

  /// A page without the escapes of mdoc.
  private static func plain(_ page: String) -> String {
    page.replacing(/\\\[u([0-9A-F]+)\]/) { match in
      let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
      return scalar.map { String($0) } ?? ""
    }
    .replacing(#"\&"#, with: "").replacing(#"\-"#, with: "-")
  }

  @Test func `the man page has the keys of each screen`() async throws {
    let page = Self.plain(await TestWorld().run(["manual"]).output)
    let keys = try #require(page.split(separator: ".Sh ").first { $0.hasPrefix("KEYS\n") })
    let parts = keys.split(separator: ".Ss ").map(String.init)
    func expect(_ hint: KeyHint, in part: String) {
      let lines = part.split(separator: "\n")
      #expect(lines.contains { $0 == ".It Sy \"\(hint.key)\"" }, "\(hint.key)")
      #expect(part.contains(hint.meaning.prefix { $0.isLetter || $0 == " " }), "\(hint.meaning)")
    }
    for hint in KeyHint.common { expect(hint, in: parts[0]) }
    let ofList = Self.screens[0].keys.map(\.hint.key)
    for (name, keys) in Self.screens {
      let part = try #require(parts.first { $0.hasPrefix("\"\(name)\"") }, "\(name)")
      for (hint, _) in keys where name != "holdings" || !ofList.contains(hint.key) {
        expect(hint, in: part)
      }
    }
  }

  @Test func `the table of the README has every key`() throws {
    let readme = try String(
      contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    let lines = readme.split(separator: "\n")
    guard let start = lines.firstIndex(of: "## Keys") else {
      Issue.record("README.md has no table of keys")
      return
    }
    let table = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("|") }
    // A key may stand in a span of code, and a bar only with a backslash.
    let words = table.flatMap { $0.split { " |`,;()".contains($0) }.map(String.init) }
    let keys = Self.screens.flatMap { $0.keys.flatMap(\.keys) }
    // The key of + without Shift.
    for key in Set(keys) where key != .character("=") {
      let name = try #require(Self.names[key])
      #expect(words.contains(name), "\(name)")
    }
    for word in KeyHint.common.flatMap({ $0.key.split(separator: " ") }) {
      #expect(words.contains(String(word)), "\(word)")
    }
  }
}
