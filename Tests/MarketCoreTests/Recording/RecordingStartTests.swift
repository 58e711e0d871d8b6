import Foundation
import MarketCore
import Testing

/// The time at which a recording starts, which a replay takes as now.
struct RecordingStartTests {
  /// A recording of three answers, the second of which is the oldest.
  private static func directory() throws -> Directory {
    try Directory(
      Dictionary(
        uniqueKeysWithValues: [(1, "05"), (2, "03"), (3, "09")].map { number, second in
          ("tickers/\(number).meta", #"{"received_at":"2026-11-20T14:00:\#(second).000Z"}"#)
        }))
  }

  private static let oldest = Date(timeIntervalSince1970: 1_795_183_203)

  @Test func `a recording is started once`() throws {
    let directory = try Directory()
    let recording = Recording(directory.url)
    try recording.begin(at: Self.oldest)
    let error = #expect(throws: CocoaError.self) { try recording.begin() }
    #expect(error?.code == .fileWriteFileExists)
    try recording.begin(continuing: true)
    #expect(Replay(directory.url).now == Self.oldest)
  }

  @Test func `it is that of the file started`() throws {
    let directory = try Self.directory()
    let file = directory.url.appending(path: "started")
    try Data("2026-11-20T13:59:58.000Z\n".utf8).write(to: file)
    #expect(Replay(directory.url).now == Self.oldest - 5)
  }

  @Test func `without that file it is the oldest answer, also behind a symbolic link`() throws {
    let directory = try Self.directory()
    #expect(Replay(directory.url).now == Self.oldest)
    try directory.link("link", to: directory.exchange.appending(path: "tickers").path())
    #expect(Replay(directory.exchange.appending(path: "link")).now == Self.oldest)
  }

  @Test func `without answers it is now`() throws {
    let directory = try Directory()
    let start = Date.now
    #expect(Replay(directory.url).now >= start)
    #expect(Replay(directory.url.appending(path: "nowhere")).now >= start)
  }
}
