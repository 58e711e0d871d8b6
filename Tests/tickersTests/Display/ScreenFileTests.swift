import Foundation
import Testing

/// Whole screens as files in `Screens`, times left out.
///
/// `UPDATE_CASES=1 swift test --filter ScreenFileTests` writes the screens into the files, to be
/// reviewed as a diff.
@Suite(.timeLimit(.minutes(5)))
struct ScreenFileTests {
  private static let folder = Repository.root.appending(path: "Tests/tickersTests/Screens")

  /// A screen, and the keys that lead there, each with a text that it shows.
  enum Subject: String, CaseIterable {
    case list, listHelp = "list-help", filter, stale, book, bookHelp = "book-help", chart
    case history

    fileprivate var arguments: [String] {
      switch self {
      case .list, .listHelp, .filter, .stale: ["list"]
      case .book, .bookHelp, .chart: ["book", "BTC-USD"]
      case .history: ["history", "BTC-USD", "--exchange", "kraken", "--chart"]
      }
    }

    fileprivate var keys: [(key: String, shows: String)] {
      switch self {
      case .list: [("", "14:00:00"), ("r", "14:00:10"), ("r", "14:00:20"), ("jjjj", "› BAT-USDC")]
      case .listHelp: [("", "14:00:00"), ("?", "Move through the rows")]
      case .bookHelp: [("", "14:00:0"), ("?", "More or fewer levels")]
      case .filter: [("", "14:00:00"), ("/btc-*", "/btc-*▏")]
      case .stale: [("", "14:00:00"), ("r", "stale")]
      case .book: [("", "14:00:0"), ("r", "14:00:1")]
      case .chart: [("", "14:00:0"), ("c", "BIDS")]
      case .history: [("", "→")]
      }
    }
  }

  private static let sizes = ["200x50", "80x24", "40x10"]

  @Test(arguments: Subject.allCases, sizes)
  func `a screen is as in its file`(subject: Subject, size: String) async throws {
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    let recording = try subject == .stale ? TemporaryRecording() : nil
    let fixtures = recording?.fixtures ?? Repository.fixtures.path
    let screen = ScreenRun(
      subject.arguments + ["--interval", "3600", "--replay", fixtures], columns: numbers[0],
      rows: numbers[1], folder: fixtures)
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

/// A folder `Fixtures` with one recorded answer and then failures.
private final class TemporaryRecording {
  private let directory: URL
  var fixtures: String { directory.appending(path: "Fixtures").path }

  init() throws {
    let files = FileManager.default
    directory = files.temporaryDirectory.appending(path: UUID().uuidString)
    let tickers = directory.appending(path: "Fixtures/blockchain/tickers")
    try files.createDirectory(at: tickers, withIntermediateDirectories: true)
    for name in ["1.json", "1.meta"] {
      try files.copyItem(
        at: Repository.fixtures.appending(path: "blockchain/tickers/\(name)"),
        to: tickers.appending(path: name))
    }
    try Data().write(to: tickers.appending(path: "2.json"))
    try Data(#"{"status":503,"content_type":"text/plain"}"#.utf8)
      .write(to: tickers.appending(path: "2.meta"))
  }

  deinit { try? FileManager.default.removeItem(at: directory) }
}
