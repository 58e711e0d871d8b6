import Arguments
import Foundation
import MarketCore
import Testing

@testable import tickers

/// The text of the README, without its examples.
struct ReadmeTests {
  private let lines: [String]

  init() throws {
    let url = Repository.root.appending(path: "README.md")
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  @Test func `the README is a door, not a manual`() { #expect(lines.count <= 171) }

  @Test(arguments: [
    "swift run tickers list --filter BTC --replay Fixtures --once", "swift test",
  ])
  func `the commands of a newcomer stand alone`(command: String) {
    #expect(lines.count { $0 == command } == 1)
  }

  @Test func `the table of exchanges is that of the program`() async throws {
    let start = try #require(lines.firstIndex { $0.hasPrefix("| `-e` |") })
    let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    #expect(Array(rows) == Exchanges.all.map(Self.row))
  }

  private static func row(of exchange: any Exchange) -> String {
    let info = exchange.info
    let isStandard = info.id == Exchanges.standard.id
    let periods = info.periods.map(\.rawValue).joined(separator: " ")
    let depth = info.historyDepth.map { ", the last \($0)" } ?? ""
    let (prices, books) = (exchange.stream, exchange.bookStream(depth: nil)?.stream)
    let live = [prices, books].map { stream in stream.map { $0.reasonAgainst == nil } ?? false }
    let cells = [
      "`\(info.id)`", info.title + (isStandard ? " (default)" : ""),
      info.changeReference == .dayAgo ? "24 h" : "since 00:00 UTC",
      periods.isEmpty ? "–" : periods + depth, info.hasOrders ? "yes" : "no",
      live[0] ? "yes" : live[1] ? "books" : "polled",
      "\(Int(info.minimumPollInterval / .seconds(1))) s",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  @Test func `all topics of help are named`() {
    let names = Tickers.program.topics.map(\.name).joined(separator: ", ")
    #expect(lines.contains { $0.contains("(\(names))") }, "\(names)")
  }

  /// The changes of the recorded data are from the moment that an exchange's description says.
  @Test(arguments: Exchanges.all.map(\.info))
  func `an exchange's changes are measured from the moment of its description`(
    info: ExchangeInfo
  ) async {
    let tsv = await TestWorld().run([
      "list", "-e", info.id.rawValue, "--once", "--replay", Repository.fixtures.path, "-o", "tsv",
      "-c", "change_from", "--no-header",
    ]).output
    #expect(Set(tsv.split(separator: "\n")) == [Substring(info.changeReference.rawValue)])
  }
}
