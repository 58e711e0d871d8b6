import Foundation
import Terminal
import Testing

/// Whole screens as files in `Screens`, times left out, as the real program shows them.
///
/// `UPDATE_CASES=1 swift test --filter ScreenFileTests` writes what it shows now into the files, to
/// be reviewed as a diff.
@Suite(.fewAtATime, .timeLimit(.minutes(5)))
struct ScreenFileTests {
  private static let folder = Repository.root.appending(path: "Tests/tickersTests/Screens")

  /// What is shown, and what leads there: keys, and for each what tells that it was taken.
  enum Subject: String, CaseIterable {
    case list, listHelp = "list-help", filter, stale, book, bookHelp = "book-help", chart

    fileprivate var arguments: [String] {
      switch self {
      case .list, .listHelp, .filter, .stale: ["list"]
      case .book, .bookHelp, .chart: ["book", "BTC-USD"]
      }
    }

    fileprivate var keys: [(key: String, shows: String)] {
      switch self {
      case .list: [("", "14:00:00"), ("r", "14:00:10"), ("r", "14:00:20"), ("jjjj", "› BAT-USDC")]
      case .listHelp: [("", "14:00:00"), ("?", "Move through the rows")]
      case .bookHelp: [("", "14:00:0"), ("?", "More or fewer levels")]
      case .filter: [("", "14:00:00"), ("/btc-", "/btc-▏")]
      case .stale: [("", "14:00:00"), ("r", "stale")]
      case .book: [("", "14:00:0"), ("r", "14:00:1")]
      case .chart: [("", "14:00:0"), ("c", "BIDS")]
      }
    }
  }

  private static let sizes = ["200x50", "80x24", "40x10"]

  @Test(arguments: Subject.allCases, sizes)
  func `a screen is as in its file`(subject: Subject, size: String) async throws {
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    let recording = try TemporaryRecording(failsAfterFirst: subject == .stale)
    let live = try Live(
      subject.arguments + ["--replay", "Fixtures", "--interval", "3600"], columns: numbers[0],
      rows: numbers[1], in: recording.directory)
    for (key, shown) in subject.keys {
      live.terminal.type(key)
      #expect(await live.terminal.shows(shown), "\(key)")
    }
    let file = Self.folder.appending(path: "\(subject.rawValue)-\(size).txt")
    if ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1" {
      // The rest of a frame may come later.
      try await Task.sleep(for: .seconds(1))
      try Data(Self.text(live).utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    await until { Self.text(live) == expected }
    #expect(Self.text(live) == expected)
    let screen = live.terminal.screen
    #expect(screen.wraps == 0 && screen.unknown == [] && screen.isAlternate)
    #expect(await live.quit(isTyping: subject == .filter) == 0)
  }

  /// The lines without times and ages, and of a line that is cut what always fits.
  private static func text(_ live: Live) -> String {
    live.lines.map { line in
      let age = line.firstMatch(of: /\d+ s\b/)?.0.count ?? 0
      let isCut = age > 0 && line.count == live.terminal.screen.size.columns
      return line.replacing(/(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d/, with: "**:**:**")
        .replacing(/\d+ s\b/, with: "* s").dropLast(isCut ? 6 - age : 0) + "\n"
    }.joined()
  }
}

/// A folder with the recorded answers as `Fixtures`, or with one answer and then failures.
private struct TemporaryRecording: ~Copyable {
  let directory: URL

  init(failsAfterFirst: Bool) throws {
    let files = FileManager.default
    directory = files.temporaryDirectory.appending(path: UUID().uuidString)
    try files.createDirectory(at: directory, withIntermediateDirectories: false)
    let fixtures = directory.appending(path: "Fixtures")
    guard failsAfterFirst else {
      try files.createSymbolicLink(at: fixtures, withDestinationURL: Repository.fixtures)
      return
    }
    let tickers = fixtures.appending(path: "blockchain/tickers")
    try files.createDirectory(at: tickers, withIntermediateDirectories: true)
    for name in ["1.json", "1.meta"] {
      try files.copyItem(
        at: Repository.fixtures.appending(path: "blockchain/tickers/\(name)"),
        to: tickers.appending(path: name))
    }
    for number in 2...20 {
      try Data().write(to: tickers.appending(path: "\(number).json"))
      try Data(#"{"status":503,"content_type":"text/plain"}"#.utf8)
        .write(to: tickers.appending(path: "\(number).meta"))
    }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }
}
