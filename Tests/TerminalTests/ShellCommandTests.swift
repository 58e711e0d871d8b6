import Foundation
import Terminal
import TestTools
import Testing

/// Shell commands, run by the process of the test.
@Suite(.startsPrograms)
struct ShellCommandTests {
  /// Runs a command on a thread of its own.
  private static func end(
    of command: String, _ variables: [String: String] = [:]
  ) async -> ShellCommand.End {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: ShellCommand(command, variables: variables).run())
      }
    }
  }

  /// What a command writes to the file `$OUT`.
  private static func output(
    of command: String, _ variables: [String: String] = [:]
  ) async throws -> String {
    let folder = try TemporaryFolder()
    let out = folder.url.appending(path: "out").path
    #expect(await end(of: command, variables.merging(["OUT": out]) { $1 }) == .exited(status: 0))
    #expect(folder.files == ["out"])
    return String(decoding: try folder.data(of: "out"), as: UTF8.self)
  }

  @Test(arguments: [
    ("true", ShellCommand.End.exited(status: 0)), ("exit 3", .exited(status: 3)),
    ("exit 255", .exited(status: 255)), ("no-such-program-here", .exited(status: 127)),
    ("kill -9 $$", .signalled(9)), ("kill -TERM $$", .signalled(15)),
    ("kill -PIPE $$", .signalled(13)), ("", .exited(status: 0)),
    // As an option it would be one of the shell.
    ("-no-such-program-here", .exited(status: 127)),
    ("echo a\0b", .notStarted("the command contains a NUL character")),
  ])
  func `the end of a command is reported`(command: String, end: ShellCommand.End) async {
    #expect(await Self.end(of: command) == end)
  }

  @Test func `a command that is too long is not started`() async {
    let end = await Self.end(of: "# " + String(repeating: "x", count: 8_000_000))
    #expect(end == .notStarted(String(cString: strerror(E2BIG))))
  }

  @Test func `a command that writes without end gets no terminal and fills no pipe`() async {
    let command =
      "[ ! -t 0 ] && [ ! -t 1 ] && [ ! -t 2 ] && head -c 10000000 /dev/zero && "
      + "head -c 10000000 /dev/zero >&2 && [ -z \"$(cat)\" ] && ! (: </dev/tty) 2>/dev/null"
    #expect(await Self.end(of: command) == .exited(status: 0))
  }

  @Test func `variables are added to the environment, or override it`() async throws {
    let text = try await Self.output(
      of: #"printf '%s|' "$TICKERS_ALERT" "$HOME" "$LAST" "${PATH:+path}" > "$OUT""#,
      ["TICKERS_ALERT": "dip", "HOME": "/nowhere", "LAST": ""])
    #expect(text == "dip|/nowhere||path|")
    let names = try await Self.output(of: #"env | grep -c '^HOME=' > "$OUT""#, ["HOME": "/x"])
    #expect(names == "1\n")
  }

  @Test(arguments: [
    "$(touch x)", "`touch x`", "; touch x", "| touch x", "&& touch x", "> x", "'; touch x; '",
    "\"; touch x; \"", "${IFS}", "$HOME", "*", "-e", "\\", "()", "!", "#", "€ 比特币 😀", "a=b",
    " a  b ",
  ])
  func `a value is data for the shell`(value: String) async throws {
    let text = try await Self.output(
      of: #"cd "${OUT%/*}"; printf %s "$VALUE" > "$OUT"; : $VALUE"#, ["VALUE": value])
    #expect(text == value)
  }

  @Test(arguments: [
    ("a\0b", "a\u{FFFD}b"), ("a\nb\r\n", "a\u{FFFD}b\u{FFFD}\u{FFFD}"),
    ("\u{1B}[31m", "\u{FFFD}[31m"), ("a\u{202E}b", "a\u{FFFD}b"),
    (String(repeating: "x", count: 100_000), String(repeating: "x", count: 1024)),
    // A character is not cut.
    ("x" + String(repeating: "€", count: 40_000), "x" + String(repeating: "€", count: 341)),
    (String(repeating: "\0", count: 2000), String(repeating: "\u{FFFD}", count: 341)),
    // One character of many scalars.
    (
      "a" + String(repeating: "\u{301}", count: 2000),
      "a" + String(repeating: "\u{301}", count: 511)
    ),
  ])
  func `a value has no control characters, and a limit`(value: String, shown: String) async throws {
    let text = try await Self.output(of: #"printf %s "$VALUE" > "$OUT""#, ["VALUE": value])
    #expect(text.unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test func `many long values do not prevent the start`() async {
    let variables = (0..<50).map { ("V\($0)", String(repeating: "x", count: 1_000_000)) }
    let end = await Self.end(of: "exit 3", Dictionary(uniqueKeysWithValues: variables))
    #expect(end == .exited(status: 3))
  }

  @Test func `no descriptor is inherited`() async throws {
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD, 300)
    try #require(descriptor >= 300)
    defer { close(descriptor) }
    let end = await Self.end(of: "[ -e /dev/fd/1 ] && [ ! -e /dev/fd/\(descriptor) ]")
    #expect(end == .exited(status: 0))
  }

  @Test(.needs("/proc/self/status"))
  func `no signal is ignored or blocked`() async throws {
    // Threads of Dispatch block nearly all signals.
    let folder = try TemporaryFolder()
    let command = ShellCommand(
      "cd \"$FOLDER\"; grep -E '^Sig(Blk|Ign)' /proc/self/status > out; "
        + "ps -o sid= -o pid= -p $$ >> out",
      variables: ["FOLDER": folder.path])
    let end = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: command.run()) }
    }
    #expect(end == .exited(status: 0))
    let text = String(decoding: try folder.data(of: "out"), as: UTF8.self)
    let words = text.split { $0.isWhitespace }
    try #require(words.count == 6)
    #expect(UInt64(words[1], radix: 16) == 0)
    // glibc ignores two signals that it uses itself, 32 and 33.
    #expect(try #require(UInt64(words[3], radix: 16)) & ~0x1_8000_0000 == 0)
    // It leads a session, and so a process group.
    #expect(words[4] == words[5])
  }

  @Test func `many commands run side by side`() async {
    let ends = await withTaskGroup { group in
      for status in Int32(0)..<32 {
        group.addTask { await Self.end(of: "exit \(status)") == .exited(status: status) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ends == Array(repeating: true, count: 32))
  }
}
