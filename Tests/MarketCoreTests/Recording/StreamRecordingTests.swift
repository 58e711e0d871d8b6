import Foundation
import Synchronization
import TestTools
import Testing

@testable import MarketCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recorded connections, and their replay.
struct StreamRecordingTests {
  private static let start = Date(rfc3339: "2026-11-18T09:46:40.000Z") ?? .distantPast

  /// A WebSocket client that records into a folder, on a clock that goes on by a second with each line.
  private struct Recorder {
    let folder: TemporaryFolder
    let stub: StubWebSocket
    let webSocket: WebSocket

    init(refusal: MarketError? = nil) throws {
      folder = try TemporaryFolder()
      stub = StubWebSocket(refuse: { _ in refusal })
      let seconds = Mutex(0.0)
      webSocket = stub.webSocket.recording(to: folder.url, of: "kraken") {
        seconds.withLock { seconds in
          seconds += 1
          return start + seconds
        }
      }
    }

    /// The client's and the server's side of a new connection.
    func connect() async throws -> (WebSocket.Connection, StubWebSocket.Connection) {
      let url = try #require(URL(string: "wss://stream.example.org/v2"))
      let client = try await webSocket.open(URLRequest(url: url)).get()
      return (client, try #require(await stub.connections.first { _ in true }))
    }

    func text(_ number: Int) throws -> String {
      String(decoding: try folder.data(of: "kraken/stream/\(number).jsonl"), as: UTF8.self)
    }
  }

  @Test func `a connection is recorded line by line, texts unchanged`() async throws {
    let recorder = try Recorder()
    let (client, server) = try await recorder.connect()
    client.send(#"{"method":"subscribe"}"#)
    server.push("{\"price\":1.10,\n\"ü/\\\"\":1}", "[]")
    server.close(.unreachable("connection lost"))
    var events: [WebSocket.Event] = []
    for await event in client.events { events.append(event) }
    client.close()
    guard case .messages(let messages, let time) = events[0], case .closed = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(messages.count == 2)
    #expect(time == Self.start + 3)
    #expect(
      try recorder.text(1) == #"""
        {"time":"2026-11-18T09:46:41.000Z","open":"wss://stream.example.org/v2"}
        {"time":"2026-11-18T09:46:42.000Z","sent":"{\"method\":\"subscribe\"}"}
        {"time":"2026-11-18T09:46:43.000Z","received":"{\"price\":1.10,\n\"ü/\\\"\":1}"}
        {"time":"2026-11-18T09:46:43.000Z","received":"[]"}
        {"time":"2026-11-18T09:46:44.000Z","close":"connection lost"}

        """#)
  }

  @Test func `a refused connection is recorded, and the next one has the next number`() async throws
  {
    let recorder = try Recorder(refusal: .httpStatus(403, retryAfter: nil))
    for number in 1...2 {
      let url = try #require(URL(string: "wss://stream.example.org"))
      await #expect(throws: MarketError.httpStatus(403, retryAfter: nil)) {
        try await recorder.webSocket.open(URLRequest(url: url)).get()
      }
      #expect(try recorder.text(number).hasSuffix("\"close\":\"HTTP 403 Forbidden\"}\n"))
    }
  }

  @Test func `a connection that cannot be recorded ends`() async throws {
    let recorder = try Recorder()
    try recorder.folder.write("", to: "kraken/stream")
    let url = try #require(URL(string: "wss://stream.example.org"))
    let result = await recorder.webSocket.open(URLRequest(url: url))
    guard case .failure(.notKept(let reason)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(reason.hasPrefix("cannot write the recording: "))
    #expect(await recorder.stub.connections.first { _ in true }?.isOpen == false)
  }

  // MARK: Replay

  private static let lines = #"""
    {"time":"2026-11-18T09:46:41.000Z","open":"wss://stream.example.org/v2"}
    {"time":"2026-11-18T09:46:41.100Z","sent":"{\"channel\":\"NAME\",\"pairs\":[\"A/B\"]}"}
    {"time":"2026-11-18T09:46:42.000Z","received":"NAME 1"}
    {"time":"2026-11-18T09:46:50.000Z","received":"NAME 2"}
    {"time":"2026-11-18T09:46:51.000Z","close":"gone"}

    """#

  /// A replay of these files, as fast as possible.
  private static func replay(
    _ files: [String], from start: Date? = nil
  ) throws -> (LiveReplay, TemporaryFolder) {
    let folder = try TemporaryFolder()
    for (index, text) in files.enumerated() {
      try folder.write(text, to: "kraken/stream/\(index + 1).jsonl")
    }
    let clock = ReplayClock(.real, at: .fast)
    return (LiveReplay(folder.url, from: start, by: clock), folder)
  }

  /// What a connection receives that sends this message first: texts with the seconds of their arrival, and the
  /// reason of the end.
  private static func events(_ first: String, from replay: LiveReplay) async throws -> [String] {
    let url = try #require(URL(string: "wss://elsewhere.example.org"))
    let connection = try await replay.webSocket(of: "kraken").open(URLRequest(url: url)).get()
    connection.send(first)
    var lines: [String] = []
    for await event in connection.events {
      switch event {
      case .messages(let messages, let time):
        let seconds = time.map { Int($0.timeIntervalSince(start)) } ?? 0
        lines += messages.map { "\(seconds) s: \(String(decoding: $0, as: UTF8.self))" }
      case .alive: break
      case .closed(let error): lines.append("\(error)")
      }
    }
    return lines
  }

  @Test(arguments: ["trades", "book"])
  func `a connection has the messages of the one with the same subscription`(
    name: String
  ) async throws {
    let files = ["book", "trades"].map { Self.lines.replacing("NAME", with: $0) }
    let (replay, _) = try Self.replay(files)
    let first = #"{"channel":"\#(name)","pairs":["A/B","C/D"]}"#
    let events = try await Self.events(first, from: replay)
    #expect(events == ["2 s: \(name) 1", "10 s: \(name) 2", "gone"])
    #expect(replay.now >= Self.start + 11)
  }

  @Test func `after a later start, earlier messages come at once, with their times`() async throws {
    let (replay, _) = try Self.replay([Self.lines], from: Self.start + 5)
    #expect(try await Self.events("", from: replay) == ["2 s: NAME 1", "10 s: NAME 2", "gone"])
  }

  @Test func `connections are used once, in their order`() async throws {
    let later = Self.lines.replacing("09:46:", with: "09:47:").replacing("NAME", with: "later")
    let (replay, _) = try Self.replay([Self.lines, later])
    #expect(try await Self.events("", from: replay).first == "2 s: NAME 1")
    #expect(try await Self.events("", from: replay).first == "62 s: later 1")
    await #expect(throws: MarketError.missing("no recording of its streams")) {
      try await Self.events("", from: replay)
    }
  }

  @Test(
    arguments: [
      ("cut", Self.lines.dropLast(20).description, 4),
      ("changed", Self.lines.replacing("\"received\"", with: "\"receive\"", maxReplacements: 1), 2),
      ("empty line", Self.lines.replacing("}\n", with: "}\n\n", maxReplacements: 1), 1),
    ])
  func `a damaged recording is read up to the damage`(
    damage: String, text: String, lines: Int
  ) async throws {
    let (replay, folder) = try Self.replay([text])
    let reason = "kraken/stream/1.jsonl:\(lines + 1): not a line of a recording"
    let events = try await Self.events("", from: replay)
    #expect(events.last == "invalid response: \(reason)")
    #expect(events.count == max(lines - 1, 1))
    let (rows, errors) = try Recording(folder.url).requests()
    #expect(errors == ["invalid response: \(reason)"])
    #expect(rows.map(\.answers) == [max(lines - 2, 0)])
  }

  @Test func `a connection whose file is damaged from the first line on fails with the place`()
    async throws
  {
    let (replay, _) = try Self.replay(["x" + Self.lines, Self.lines, ""])
    let reason = "kraken/stream/1.jsonl:1: not a line of a recording"
    await #expect(throws: MarketError.unreachable("invalid response: \(reason)")) {
      try await Self.events("", from: replay)
    }
    #expect(try await Self.events("", from: replay).first == "2 s: NAME 1")
  }

  @Test func `after the last connection, none is opened before the recording ends`() async throws {
    let later = Self.lines.replacing("09:46:", with: "09:47:")
    let (_, folder) = try Self.replay([Self.lines])
    try folder.write(later, to: "okx/stream/1.jsonl")
    let replay = LiveReplay(folder.url, by: ReplayClock(.real, at: .fast))
    #expect(try await Self.events("", from: replay).last == "gone")
    await #expect(throws: MarketError.missing("no recording of its streams")) {
      try await Self.events("", from: replay)
    }
    #expect(replay.now > Self.start + 71)
  }

  @Test func `a recorded connection has a row in the list`() throws {
    let (_, folder) = try Self.replay([Self.lines])
    let (rows, errors) = try Recording(folder.url).requests()
    #expect(errors.isEmpty)
    #expect(rows.map(\.request) == ["stream/1 wss://stream.example.org/v2"])
    #expect(rows.map(\.answers) == [2])
    #expect(rows.map(\.longestGap) == [8])
    #expect(rows.map(\.bytes) == [12])
    #expect(rows.map(\.errors) == [1])
  }
}
