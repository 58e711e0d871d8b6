import Foundation
import TestTools
import Testing

/// The real program on a terminal, which replays live recordings.
@Suite(.startsPrograms)
struct LiveReplayTests {
  private static func list(
    in recording: URL, columns: Int = 80, rows: Int = 24
  ) throws -> Live {
    try Live(
      ["list", "-f", "BTC-USD", "-e", "kraken", "--live", "--replay", recording.path],
      columns: columns, rows: rows)
  }

  @Test func `End goes to the end of a recording, with the last prices before the loss`()
    async throws
  {
    let folder = try StreamRecordingRunTests.recording(losing: 40.2, refusing: 40.3, 41.5)
    let live = try Self.list(in: folder.url)
    #expect(await live.terminal.shows("live prices"))
    #expect(await live.type("\u{1B}[F", shows: ": refused; paused"))
    #expect(await live.terminal.shows("30.2317"))
    #expect(await live.quit() == 0)
  }

  @Test func `steps show other rows, also beside a live book`() async throws {
    let live = try Self.list(in: Repository.fixtures, columns: 180, rows: 40)
    #expect(await live.terminal.shows("book · live"))
    #expect(await live.type(" ", shows: "paused"))
    var row: String { String(live.selected.prefix(50)) }
    let first = row
    live.terminal.type("\u{1B}[C")
    #expect(await until("another row") { row != first })
    let second = row
    live.terminal.type("\u{1B}[C")
    #expect(await until("one more row") { row != second })
    live.terminal.type("\u{1B}[D")
    #expect(await until("the row before") { row == second })
    #expect(await live.quit() == 0)
  }
}
