import Foundation
import TestTools
import Testing

/// Input files that are pipes, devices, directories or too large.
struct OddFilesTests {
  enum Reader: CaseIterable {
    case options, holdings, after

    func run(_ path: String, timeout: String = "0.2") async -> TestWorld.Outcome {
      let source = ["--replay", Repository.fixtures.path, "--timeout", timeout]
      return switch self {
      case .options:
        await TestWorld(environment: ["TICKERS_OPTIONS": path]).run(["list", "--once"] + source)
      case .holdings: await TestWorld().run(["holdings", path, "--once"] + source)
      case .after:
        await TestWorld().run(
          ["history", "BTC-USD", "-e", "kraken", "-o", "csv", "--after", path] + source)
      }
    }

    /// A file that it accepts.
    var text: String {
      switch self {
      case .options: "--columns symbol\n"
      case .holdings: "symbol,quantity\nBTC-USD,1\n"
      case .after: "symbol,time,close\nBTC-USD,2026-11-17T00:00:00Z,1\n"
      }
    }
  }

  private static func pipe(in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    return path
  }

  @Test(arguments: Reader.allCases, [false, true])
  func `a named pipe to which nobody writes is an error after the timeout`(
    reader: Reader, isOpen: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let path = try Self.pipe(in: folder)
    let descriptor = isOpen ? open(path, O_RDWR | O_NONBLOCK) : -1
    defer { close(descriptor) }
    let start = ContinuousClock.now
    let outcome = await reader.run(path)
    #expect(.now - start >= .milliseconds(200))
    #expect(outcome.errors.hasSuffix("\(path): timed out after 0.2 s\n"))
    #expect((outcome.output, outcome.status) == ("", 66))
  }

  @Test(arguments: Reader.allCases)
  func `a named pipe is read to its end`(reader: Reader) async throws {
    let folder = try TemporaryFolder()
    let path = try Self.pipe(in: folder)
    try folder.write(reader.text, to: "file")
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", "sleep 0.1; { cat '\(folder.path)/file'; sleep 0.1; } > '\(path)'"]
    try writer.run()
    let outcome = await reader.run(path, timeout: "30")
    writer.waitUntilExit()
    let file = await reader.run(folder.path + "/file")
    #expect(file.status == 0)
    #expect((outcome.output, outcome.status) == (file.output, 0))
  }

  @Test(
    arguments: Reader.allCases, [("/dev/zero", "larger than 1 MiB"), ("/tmp", "Is a directory")])
  func `a device without end, or a directory, is an error`(
    reader: Reader, place: (path: String, reason: String)
  ) async {
    let outcome = await reader.run(place.path)
    #expect(outcome.errors.hasSuffix("\(place.path): \(place.reason)\n"))
    #expect((outcome.output, outcome.status) == ("", 66))
  }

  @Test(arguments: Reader.allCases)
  func `a sparse file above the limit is refused before it is read`(reader: Reader) async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let (path, limit) = (folder.path + "/file", reader == .after ? 1 << 30 : 1 << 20)
    try #require(truncate(path, off_t(limit) + 1) == 0)
    let outcome = await reader.run(path)
    #expect(outcome.errors.hasSuffix("\(path): larger than \(limit >> 20) MiB\n"))
    #expect(outcome.status == 66)
  }

  @Test(.needs("/bin/bash"))
  func `process substitution is awaited`() async throws {
    let script = """
      "$0" holdings <(sleep 0.6; printf 'symbol,quantity\\nBTC-USD,1\\n') -q --once --timeout 0.2 \
      --replay "$1" -o csv -c symbol
      """
    let program = try Program(
      [Repository.fixtures.path], startedBy: ["/bin/bash", "-c", script])
    #expect(await program.status() == 0)
    #expect(program.output.text == "symbol\nBTC-USD\n")
  }

  // MARK: - Recordings

  private static func recording(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }

  private static let tickers = #"[{"symbol":"BTC-USD","last_trade_price":7}]"#

  @Test func `a recorded body has the limit of a received one`() async throws {
    let folder = try Self.recording(["blockchain/tickers/1.json": Self.tickers])
    let path = folder.path + "/blockchain/tickers/1.json"
    func expect(_ status: Int32, _ errors: String) async {
      for command in [["list", "--once", "--replay"], ["recording"]] {
        let outcome = await TestWorld().run(command + [folder.path, "-q"])
        #expect((outcome.errors, outcome.status) == (errors, status))
      }
    }
    // Spaces behind the JSON are none of a sparse file.
    try folder.write(
      Self.tickers + String(repeating: " ", count: 1 << 20), to: "blockchain/tickers/1.json")
    await expect(0, "")
    try #require(truncate(path, 1 << 40) == 0)
    let before = try Self.bytesRead
    await expect(65, "tickers: invalid response: \(path): larger than 32 MiB\n")
    // Other tests read at the same time, but not a tenth of the file.
    if let before, let after = try Self.bytesRead { #expect(after - before < 1 << 36) }
  }

  /// The number of bytes that this process has read; `nil` if the system does not tell it.
  private static var bytesRead: Int? {
    get throws {
      guard FileManager.default.fileExists(atPath: "/proc/self/io") else { return nil }
      let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
      let match = try #require(text.firstMatch(of: /rchar: (\d+)/))
      return Int(match.1)
    }
  }

  @Test func `what describes a recording is small`() async throws {
    let folder = try Self.recording([
      "blockchain/tickers/1.json": Self.tickers, "blockchain/tickers/1.meta": "{}", "started": "x",
    ])
    for name in ["started", "blockchain/tickers/1.meta"] {
      try #require(truncate(folder.path + "/" + name, 1 << 40) == 0)
      for command in [["list", "--once", "--replay"], ["recording"]] {
        let outcome = await TestWorld().run(command + [folder.path, "-q"])
        let isMeta = name != "started"
        #expect(outcome.status == (isMeta ? 65 : 0))
        #expect(
          outcome.errors
            == (isMeta
              ? "tickers: invalid response: invalid metadata: \(folder.path)/\(name)\n" : ""))
      }
    }
  }

  @Test func `a pipe in a recording is not a response, and is not waited for`() async throws {
    let folder = try Self.recording(["blockchain/tickers/2.json": Self.tickers])
    try #require(mkfifo(folder.path + "/blockchain/tickers/1.json", 0o600) == 0)
    try #require(mkfifo(folder.path + "/blockchain/tickers/2.meta", 0o600) == 0)
    try #require(mkfifo(folder.path + "/started", 0o600) == 0)
    let errors = "tickers: no recording of tickers/1.json in \(folder.path)/blockchain\n"
    for (command, status) in [(["list", "--once", "--replay"], 66), (["recording"], 65)] {
      let outcome = await TestWorld().run(command + [folder.path, "-q"])
      #expect((outcome.errors, outcome.status) == (errors, Int32(status)))
    }
  }

  @Test func `no response is kept after the last number that there is`() async throws {
    let folder = try Self.recording([
      "blockchain/tickers/9223372036854775807.json": Self.tickers, "started": "",
    ])
    let outcome = await TestWorld().run([
      "list", "--once", "-q", "--replay", Repository.fixtures.path, "--record", folder.path,
      "--append",
    ])
    #expect(outcome.status == 74)
    #expect(
      outcome.errors
        == "tickers: cannot write the recording: no number after 9223372036854775807\n")
    let shown = await TestWorld().run([
      "list", "--once", "--replay", folder.path, "-o", "csv", "-c", "last",
    ])
    #expect(shown.output == "last\n7\n")
  }
}
