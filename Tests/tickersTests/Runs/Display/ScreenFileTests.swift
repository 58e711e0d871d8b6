import Foundation
import TestTools
import Testing

/// Whole screens, compared with the files in `Screens`. Their times are left out.
///
/// `UPDATE_CASES=1 swift test --filter ScreenFileTests` writes the screens into the files, to be
/// reviewed as a diff.
@Suite(.timeLimit(.minutes(20)))
struct ScreenFileTests {
  private static let folder = Repository.root.appending(path: "Tests/tickersTests/Screens")

  /// A screen, and the keys that lead there, each with a text that it shows.
  enum Subject: String, CaseIterable {
    case list, listHelp = "list-help", coins, filter, stale, book, bookHelp = "book-help", chart
    case history

    fileprivate var arguments: [String] {
      switch self {
      case .list, .listHelp, .filter, .stale: ["list"]
      case .coins: ["coins", "--exchange", "all"]
      case .book, .bookHelp, .chart: ["book", "BTC-USD"]
      case .history: ["history", "BTC-USD", "--exchange", "kraken", "--chart"]
      }
    }

    fileprivate var keys: [(key: String, shows: String)] {
      switch self {
      case .list: [("", "14:00:00"), ("r", "14:00:10"), ("r", "14:00:20"), ("jjjj", "› LTC-USD")]
      case .listHelp: [("", "14:00:00"), ("?", "Move through the rows")]
      case .bookHelp: [("", "14:00:0"), ("?", "More / fewer levels")]
      case .coins:
        [
          ("", "Enter pairs"), ("r", "14:00:10"), ("r", "14:00:20"),
          // Columns keep the widths of earlier rows; another filter resets them.
          ("/x", "/x▏"), ("\u{7F}\r", "? help"), ("j", "› BTC"),
        ]
      case .filter: [("", "14:00:00"), ("/btc-*", "/btc-*▏")]
      case .stale: [("", "14:00:00"), ("r", "stale")]
      case .book: [("", "14:00:0"), ("r", "14:00:1")]
      case .chart: [("", "14:00:0"), ("g", "BIDS")]
      case .history: [("", "▼")]
      }
    }
  }

  private static let sizes = ["200x50", "80x24", "40x10"]

  @Test(arguments: Subject.allCases, sizes)
  func `a screen is as in its file`(subject: Subject, size: String) async throws {
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    try #require(numbers.count == 2)
    let recording = try subject == .stale ? Recording.ofOneAnswer() : nil
    let fixtures = recording.map { $0.path + "/Fixtures" } ?? Repository.fixtures.path
    // Without the notice on the default exchange.
    let screen = ScreenRun(
      subject.arguments + ["--interval", "3600", "--replay", fixtures], columns: numbers[0],
      rows: numbers[1], environment: ["TICKERS_EXCHANGE": "blockchain"], folder: fixtures)
    for (key, shown) in subject.keys {
      #expect(await screen.type(key, shows: shown), "\(key)")
    }
    let file = Self.folder.appending(path: "\(subject.rawValue)-\(size).txt")
    if ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1" {
      try Data(Self.text(screen.lines, width: numbers[0]).utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(Self.text(screen.lines, width: numbers[0]) == expected)
    #expect(await screen.quit(isTyping: subject == .filter) == 0)
  }

  /// The lines without times and ages, and of a line that is cut what always fits.
  private static func text(_ lines: [String], width: Int) -> String {
    lines.map { line in
      let age = line.firstMatch(of: /\d+ s\b/)?.0.count ?? 0
      let isCut = age > 0 && line.count == width
      return line.replacing(/(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d/, with: "**:**:**")
        .replacing(/\d+ s\b/, with: "* s").dropLast(isCut ? 6 - age : 0) + "\n"
    }.joined()
  }
}

extension Recording {
  /// A folder with a folder `Fixtures` in it, which has one recorded answer and then a failure.
  fileprivate static func ofOneAnswer() throws -> TemporaryFolder {
    let (folder, tickers) = (try TemporaryFolder(), "blockchain/tickers")
    for name in ["1.json", "1.meta"] {
      let file = Repository.fixtures.appending(path: "\(tickers)/\(name)")
      try folder.write(
        String(contentsOf: file, encoding: .utf8), to: "Fixtures/\(tickers)/\(name)")
    }
    try folder.write("", to: "Fixtures/\(tickers)/2.json")
    try folder.write(
      #"{"status":503,"content_type":"text/plain"}"#, to: "Fixtures/\(tickers)/2.meta")
    return folder
  }
}
