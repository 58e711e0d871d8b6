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

  /// Each row has exchanges of a region with the same candles and streams.
  @Test func `the table of exchanges is that of the program`() throws {
    let start = try #require(lines.firstIndex { $0.hasPrefix("| Region |") })
    let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    var named: [String] = []
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let ids = cells[2].matches(of: /`(\w+)`/).map { String($0.1) }
      named += ids
      for id in ids {
        let exchange = try #require(Exchanges.named(ExchangeID(rawValue: id)))
        #expect(Array(cells[4...6]) == Self.cells(of: exchange), "\(id)")
      }
    }
    #expect(named.sorted() == Exchanges.all.map(\.id.rawValue).sorted())
    #expect(named.first == Exchanges.standard.id.rawValue)
  }

  private static func cells(of exchange: any Exchange) -> [String] {
    let periods = exchange.info.periods.map(\.rawValue)
    let candles = periods.first.map { "\($0) to \(periods.last ?? "")" }
    let streams = exchange.stream.map { $0.reasonAgainst == nil } ?? false
    let proof = exchange.bookStream(depth: nil)?.proof.rawValue
    return [candles ?? "none", streams ? "streamed" : "polled", proof ?? "–"]
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
