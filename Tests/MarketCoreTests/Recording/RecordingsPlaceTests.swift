import Foundation
import MarketCore
import TestTools
import Testing

/// The files of a recording: nothing outside of its directory is read or written.
@Suite(.fewAtATime)
struct RecordingsPlaceTests {
  private static let bitcoin = Pair(symbol: "BTC-USD")
  private static let tickers = #"[{"symbol":"BTC-USD","last_trade_price":1}]"#
  private static let book = #"{"symbol":"BTC-USD","bids":[{"px":1,"qty":1}],"asks":[]}"#
  private static let files = ["tickers/1.json": tickers, "l2/BTC-USD/1.json": book]

  /// What stands beside the directory, some of it under a name that begins like the directory's.
  private static func outside(_ directory: Directory) throws -> Directory {
    try Directory(files, named: directory.url.lastPathComponent + "-beside")
  }

  @Test(arguments: [
    ("tickers", "tickers"), ("tickers/1.json", "tickers/1.json"), ("l2", "l2"),
    ("l2/BTC-USD", "l2/BTC-USD"), ("l2/BTC-USD/1.json", "l2/BTC-USD/1.json"),
  ])
  func `a link that leads out is not followed`(link: String, target: String) async throws {
    let inside = try Directory()
    let outside = try Self.outside(inside)
    let relative = String(repeating: "../", count: link.split(separator: "/").count)
    for target in [
      outside.url.appending(path: target).path(),
      "\(relative)\(outside.url.lastPathComponent)/\(target)",
    ] {
      try inside.link(link, to: target)
      let ticker = await inside.client.tickers()
      let book = await inside.client.book(of: Self.bitcoin)
      #expect(throws: MarketError.self) { try ticker.get() }
      #expect(throws: MarketError.self) { try book.get() }
      for case .failure(let error) in [ticker.map { _ in }, book.map { _ in }] {
        #expect(error.isRecordingMissing)
      }
      try inside.delete(link)
    }
  }

  @Test func `a link to a link that leads out is not followed either`() async throws {
    let inside = try Directory(["kept/x": ""])
    let outside = try Self.outside(inside)
    try inside.link("kept/link", to: outside.url.path())
    try inside.link("tickers", to: "kept/link/tickers")
    try inside.link("l2", to: "tickers/../l2")
    await #expect(throws: MarketError.self) { try await inside.client.tickers().get() }
    await #expect(throws: MarketError.self) { try await inside.client.book(of: Self.bitcoin).get() }
  }

  @Test func `a link that stays inside is followed`() async throws {
    let directory = try Directory(["kept/1.json": Self.tickers])
    try directory.link("tickers", to: "kept")
    #expect(try await directory.client.tickers().get().value.count == 1)
    try directory.link("kept/2.json", to: "../kept/1.json")
    try directory.link("l2/BTC-USD/1.json", to: "../../book")
    try Data(Self.book.utf8).write(to: directory.exchange.appending(path: "book"))
    #expect(try await directory.client.book(of: Self.bitcoin).get().value.bids.count == 1)
  }

  @Test func `the directory itself may be a link`() async throws {
    let (directory, other) = (try Directory(Self.files), try Directory())
    try other.link("replayed", to: directory.url.path())
    try other.link("recorded", to: "new")
    try FileManager.default.createDirectory(
      at: other.exchange.appending(path: "new"), withIntermediateDirectories: false)
    let client = MarketClient.replay(other.exchange.appending(path: "replayed"))
      .recording(to: other.exchange.appending(path: "recorded"))
    #expect(try await client.tickers().get().value.count == 1)
    #expect(try await client.book(of: Self.bitcoin).get().value.bids.count == 1)
    #expect(try other.text(of: "new/blockchain/tickers/1.json") == Self.tickers)
  }

  @Test func `a description that lies outside is not read`() async throws {
    let directory = try Directory(Self.files)
    let outside = try Directory(["secret": #"{"status":503,"source":"secret"}"#])
    try directory.link("tickers/1.meta", to: outside.url.appending(path: "secret").path())
    let answer = try await directory.client.tickers().get()
    #expect(answer.source == directory.url.path())
  }

  /// Makes at a path what is no file.
  enum Oddity: CaseIterable {
    case pipe, folder, loop, nowhere

    func make(at path: String, in directory: Directory) throws {
      let url = directory.exchange.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      switch self {
      case .pipe: try #require(mkfifo(url.path(), 0o600) == 0)
      case .folder:
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      case .loop: try directory.link(path, to: url.lastPathComponent)
      case .nowhere: try directory.link(path, to: "nowhere")
      }
    }
  }

  @Test(arguments: Oddity.allCases, ["tickers/1.json", "tickers"])
  func `what is no file is no answer, and is not waited for`(oddity: Oddity, path: String)
    async throws
  {
    let directory = try Directory()
    try oddity.make(at: path, in: directory)
    let result = await directory.client.tickers()
    let error = #expect(throws: MarketError.self) { try result.get() }
    #expect(error?.isRecordingMissing == true)
  }

  @Test(arguments: Oddity.allCases)
  func `a description that is no file says nothing`(oddity: Oddity) async throws {
    let directory = try Directory(Self.files)
    try oddity.make(at: "tickers/1.meta", in: directory)
    #expect(try await directory.client.tickers().get().value.count == 1)
  }
}

/// The same of what is recorded while someone plants things where it is to go.
extension RecordingsPlaceTests {
  private static func recording(to directory: Directory) -> MarketClient {
    CannedExchange(["tickers": tickers, "l2/BTC-USD": book]).client.recording(to: directory.url)
  }

  @Test(arguments: ["tickers", "l2", "l2/BTC-USD"], ["", "nothing"])
  func `no answer is kept in a folder that lies outside`(link: String, target: String) async throws
  {
    let (inside, outside) = (try Directory(), try Directory())
    try inside.link(link, to: outside.url.appending(path: target).path())
    let client = Self.recording(to: inside)
    let failed: MarketError? =
      if link == "tickers" {
        await #expect(throws: MarketError.self) { try await client.tickers().get() }
      } else {
        await #expect(throws: MarketError.self) { try await client.book(of: Self.bitcoin).get() }
      }
    #expect(failed?.isRecordingFailed == true)
    if target.isEmpty {
      #expect("\(try #require(failed))".hasSuffix(" is outside the recording"))
    }
    #expect(try outside.names(in: "").isEmpty)
  }

  @Test(arguments: ["tickers/1.json", "tickers/1.meta"], ["file", "nothing", "folder"])
  func `a link in the place of an answer stays, and where it leads nothing changes`(
    link: String, target: String
  ) async throws {
    let inside = try Directory()
    let outside = try Directory(["file": "old", "folder/file": "old"])
    try inside.link(link, to: outside.url.appending(path: target).path())
    _ = try await Self.recording(to: inside).tickers().get()
    #expect(try outside.names(in: "") == ["file", "folder"])
    #expect(try outside.names(in: "folder") == ["file"])
    #expect(try outside.text(of: "file") == "old")
    #expect(try inside.text(of: "tickers/2.json") == Self.tickers)
  }

  @Test(arguments: Oddity.allCases, ["tickers/1.json", "tickers/1.meta"])
  func `an answer is kept behind whatever stands in its place`(
    oddity: Oddity, path: String
  ) async throws {
    let directory = try Directory()
    try oddity.make(at: path, in: directory)
    _ = try await Self.recording(to: directory).tickers().get()
    let planted = String(path.dropFirst("tickers/".count))
    #expect(try directory.names(in: "tickers") == [planted, "2.json", "2.meta"])
    #expect(try directory.text(of: "tickers/2.json") == Self.tickers)
  }
}

extension MarketError {
  fileprivate var isRecordingMissing: Bool {
    if case .missing = self { true } else { false }
  }

  var isRecordingFailed: Bool {
    if case .notKept = self { true } else { false }
  }
}
