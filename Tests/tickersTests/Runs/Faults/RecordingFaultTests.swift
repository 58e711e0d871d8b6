import Foundation
import StubExchange
import TestTools
import Testing

/// Recordings that cannot be written: the program ends with the reason, and leaves no incomplete
/// response.
@Suite(.startsPrograms)
struct RecordingFaultTests {
  private static let arguments = [
    "list", "--interval", "0.01", "--count", "100", "--replay", Repository.fixtures.path,
    "--record",
  ]

  /// How many answers were kept; fails when one of them is not whole.
  private static func kept(in folder: TemporaryFolder) throws -> Int {
    let count = folder.answers.count / 2
    let numbers = 0..<count
    #expect(
      Set(folder.answers)
        == Set(numbers.flatMap { ["tickers/\($0 + 1).json", "tickers/\($0 + 1).meta"] }))
    for number in numbers {
      let original = Repository.fixtures.appending(
        path: "blockchain/tickers/\(number % 12 + 1).json")
      #expect(try folder.answer("tickers/\(number + 1).json") == Data(contentsOf: original))
      let meta = try JSONSerialization.jsonObject(
        with: folder.answer("tickers/\(number + 1).meta"))
      #expect((meta as? [String: Any])?["status"] as? Int == 200)
    }
    return count
  }

  private static func expectEnd(
    _ program: Program, _ status: Int32, _ words: String,
    location: SourceLocation = #_sourceLocation
  ) async {
    #expect(await program.status() == status, sourceLocation: location)
    await until { program.errors.text.hasSuffix("\n") }
    #expect(program.errors.text == "tickers: \(words)\n", sourceLocation: location)
  }

  @Test(.needsNamespace, arguments: [8, 40, 100])
  func `a disk that fills up ends it`(kilobytes: Int) async throws {
    let (mounted, copy) = (try TemporaryFolder(), try TemporaryFolder())
    let program = try Program(
      Self.arguments + [mounted.path],
      startedBy: Namespace.small(mounted.path, kilobytes: kilobytes, copiedTo: copy.path))
    await Self.expectEnd(program, 74, "cannot write the recording: No space left on device")
    #expect((try Self.kept(in: copy) > 0) == (kilobytes > 8))
  }

  @Test(arguments: [1, 4])
  func `an answer that is too large for a file ends it`(kilobytes: Int) async throws {
    let folder = try TemporaryFolder()
    let program = try Program(
      Self.arguments + [folder.path],
      startedBy: [
        "/bin/bash", "-c", "trap '' XFSZ; ulimit -f \(kilobytes); exec \"$0\" \"$@\"",
      ])
    await Self.expectEnd(program, 74, "cannot write the recording: File too large")
    #expect(try Self.kept(in: folder) == 0)
  }

  @Test(.needsNamespace)
  func `a folder that can't be written to ends it`() async throws {
    let folder = try TemporaryFolder()
    let program = try Program(
      Self.arguments + [folder.path], startedBy: Namespace.readOnly(folder.path))
    await Self.expectEnd(program, 73, "--record: Read-only file system: \(folder.path)/")
    #expect(folder.files == [])
  }

  @Test(arguments: [
    ("/dev/null/x", "Not a directory"),
    (String(repeating: "x", count: 300), "File name too long"),
  ])
  func `a folder that can't be made ends it before anything is asked`(path: String, words: String)
    async throws
  {
    let (exchange, folder) = (try StubExchange(.json("[]")), try TemporaryFolder())
    let program = try Program(
      ["list", "--url", exchange.url.absoluteString, "--record", path], in: folder.url)
    let place = path.hasPrefix("/") ? path : folder.url.appending(path: path).path
    await Self.expectEnd(program, 73, "--record: \(words): \(place)/")
    #expect(exchange.requests.isEmpty)
  }

  @Test(.needs("/proc/self")) func `a recording cannot be made in /proc`() async throws {
    let program = try Program([
      "list", "--once", "--replay", Repository.fixtures.path, "--record", "/proc/x",
    ])
    await Self.expectEnd(program, 73, "--record: No such file or directory: /proc/x/")
  }

  @Test func `of several programs that start a recording at the same moment one does`()
    async throws
  {
    for _ in 1...3 {
      let folder = try TemporaryFolder()
      let arguments = ["list", "--once", "--replay", Repository.fixtures.path]
      let programs = try (0..<6).map { _ in
        try Program(arguments + ["--record", "new"], in: folder.url)
      }
      var statuses: [Int32] = []
      for program in programs { statuses.append(await program.status()) }
      #expect(statuses.sorted() == [0, 73, 73, 73, 73, 73])
      for (program, status) in zip(programs, statuses) where status == 73 {
        await until { program.errors.text.hasSuffix("\n") }
        #expect(
          program.errors.text == "tickers: --record: directory not empty: \(folder.path)/new/\n")
      }
      #expect(
        folder.files
          == ["new/blockchain/tickers/1.json", "new/blockchain/tickers/1.meta", "new/started"])
    }
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT])
  func `a program that is killed has kept whole answers`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let program = try Program(
      [
        "list", "--interval", "0.001", "--replay", Repository.fixtures.path, "--record",
        folder.path,
      ])
    #expect(await until { folder.answers.count > 20 })
    kill(program.processIdentifier, signal)
    #expect(await program.status() == 128 + signal)
    for file in folder.answers where file.hasSuffix(".json") {
      let number = Int(file.dropFirst("tickers/".count).dropLast(".json".count)) ?? 0
      let original = Repository.fixtures.appending(
        path: "blockchain/tickers/\((number - 1) % 12 + 1).json")
      #expect(try folder.answer(file) == Data(contentsOf: original))
      #expect(folder.answers.contains("tickers/\(number).meta"))
    }
  }
}
