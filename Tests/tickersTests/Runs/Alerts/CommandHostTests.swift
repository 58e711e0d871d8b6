import Foundation
import TestTools
import Testing

/// Shell commands of a process that ends.
@Suite(.startsPrograms)
struct CommandHostTests {
  /// A command that hangs, with a child, and writes both process ids to a file; and another one.
  private static let hanging = [
    "sleep 3600 & echo $$ $! > ids.new; mv ids.new ids; wait",
    "echo $$ > other.new; mv other.new other; exec sleep 3600",
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func host(
    _ arguments: [String], environment: [String: String] = [:], terminal: PseudoTerminal? = nil,
    file: FileHandle? = nil, startedBy starter: [String] = []
  ) throws -> Program {
    try Program(
      arguments, environment: environment, terminal: terminal, file: file, in: folder.url,
      startedBy: starter, program: Program.commandHost)
  }

  private func text(of file: String) -> String {
    (try? String(contentsOf: folder.url.appending(path: file), encoding: .utf8)) ?? ""
  }

  /// Waits until the hanging commands run; returns their processes.
  private func processes() async throws -> [Int32] {
    await until("the commands to run") { folder.files == ["ids", "other"] }
    let ids = (text(of: "ids") + text(of: "other")).split { $0.isWhitespace }.compactMap {
      Int32($0)
    }
    try #require(ids.count == 3)
    return ids
  }

  /// Whether no process is left but dead ones that nobody has reaped, as in a container.
  private func areGone(_ processes: [Int32]) -> Bool {
    processes.allSatisfy { process in
      guard kill(process, 0) == 0 else { return true }
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return status?.contains(") Z ") == true
    }
  }

  private func expectGone(_ processes: [Int32]) async {
    #expect(await until("the commands to end") { areGone(processes) })
    for process in processes { kill(process, SIGKILL) }
  }

  @Test(arguments: [
    SIGHUP: 128 + SIGHUP, SIGINT: 128 + SIGINT, SIGTERM: 128 + SIGTERM, SIGQUIT: 128 + SIGQUIT,
    SIGUSR1: 128 + SIGUSR1, SIGSEGV: 70, SIGABRT: 70,
  ])
  func `a signal that ends the program ends the commands`(signal: Int32, status: Int32) async throws
  {
    let host = try host(Self.hanging)
    let processes = try await processes()
    #expect(!areGone(processes))
    kill(host.processIdentifier, signal)
    #expect(await host.status() == status)
    await expectGone(processes)
    #expect(host.output.text == "")
  }

  @Test(arguments: [
    SIGHUP: 128 + SIGHUP, SIGTERM: 128 + SIGTERM, SIGQUIT: 128 + SIGQUIT, SIGSEGV: 70,
  ])
  func `so does one on a screen`(signal: Int32, status: Int32) async throws {
    let terminal = try PseudoTerminal()
    let host = try host(
      ["screen"] + Self.hanging, environment: ["TERM": "xterm-256color"], terminal: terminal)
    let processes = try await processes()
    #expect(await terminal.shows("commands run"))
    kill(host.processIdentifier, signal)
    #expect(await host.status() == status)
    await expectGone(processes)
    #expect(await until { !terminal.screen.isAlternate })
    if [SIGHUP, SIGTERM].contains(signal) { #expect(await terminal.shows("left")) }
  }

  @Test func `a stopped command ends, too`() async throws {
    let host = try host(Self.hanging)
    let processes = try await processes()
    for process in processes { kill(process, SIGSTOP) }
    host.terminate()
    #expect(await host.status() == 128 + SIGTERM)
    await expectGone(processes)
  }

  @Test func `commands run while the screen is stopped, and end with it`() async throws {
    let terminal = try PseudoTerminal()
    let host = try host(
      ["screen", "while [ ! -e go ]; do sleep 0.05; done; touch gone"] + Self.hanging,
      environment: ["TERM": "xterm-256color"], terminal: terminal)
    let processes = try await processes()
    #expect(await terminal.shows("commands run"))
    kill(host.processIdentifier, SIGTSTP)
    #expect(await until { host.isStopped })
    try folder.write("", to: "go")
    #expect(await until { folder.files.contains("gone") })
    kill(host.processIdentifier, SIGTERM)
    kill(host.processIdentifier, SIGCONT)
    #expect(await host.status() == 128 + SIGTERM)
    await expectGone(processes)
  }

  @Test(arguments: [[], ["screen"]])
  func `a signal that is ignored at start-up ends nothing`(mode: [String]) async throws {
    let terminal = mode.isEmpty ? nil : try PseudoTerminal()
    let host = try host(
      mode + ["touch began; while [ ! -e go ]; do sleep 0.05; done"],
      environment: ["TERM": "xterm-256color"], terminal: terminal,
      startedBy: ["/bin/sh", "-c", "trap '' HUP INT USR1; exec \"$@\"", "sh"])
    #expect(await until { folder.files.contains("began") })
    for signal in [SIGHUP, SIGINT, SIGUSR1] { kill(host.processIdentifier, signal) }
    try folder.write("", to: "go")
    #expect(await host.status() == 0)
    if mode.isEmpty { #expect(host.output.text == "exited(status: 0)\n") }
  }

  @Test func `commands get default actions of signals that the program ignores`() async throws {
    let host = try host(
      ["kill -PIPE $$", "kill -HUP $$", "yes | true"],
      startedBy: ["/bin/sh", "-c", "trap '' HUP CHLD; exec \"$@\"", "sh"])
    #expect(await host.status() == 0)
    let lines = host.output.text.split(separator: "\n").sorted()
    #expect(lines == ["exited(status: 0)", "signalled(1)", "signalled(13)"])
  }

  @Test(arguments: [
    [:], ["XDG_CACHE_HOME": "/my/cache", "XDG_DATA_HOME": "/my/data", "OTHER": "a b"],
  ])
  func `commands get the environment of the program at its start`(
    environment: [String: String]
  ) async throws {
    let host = try host(
      ["echo \"${XDG_CACHE_HOME-none} ${XDG_DATA_HOME-none} ${OTHER-none}\" > out"],
      environment: environment,
      startedBy: environment.isEmpty
        ? ["/usr/bin/env", "-u", "XDG_CACHE_HOME", "-u", "XDG_DATA_HOME"] : [])
    #expect(await host.status() == 0)
    #expect(
      text(of: "out") == (environment.isEmpty ? "none none none\n" : "/my/cache /my/data a b\n"))
  }

  @Test func `when the reader has gone, the program ends with the commands`() async throws {
    let pipe = Pipe()
    let host = try host(
      ["watch", "touch began; while [ ! -e go ]; do sleep 0.05; done; touch done"],
      file: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    #expect(await until { folder.files.contains("began") })
    try pipe.fileHandleForReading.close()
    #expect(await host.status() == 0)
    #expect(!folder.files.contains("done"))
  }

  @Test func `without commands it ends at once then`() async throws {
    let pipe = Pipe()
    let host = try host(["watch"], file: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    try pipe.fileHandleForReading.close()
    #expect(await host.status() == 0)
  }
}
