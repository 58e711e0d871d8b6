import Foundation
import TestTools
import Testing

@testable import tickers

/// The path of the options file, and the errors if the file cannot be read.
struct OptionsPlaceTests {
  private static let list = ["list", "--once", "--replay", Repository.fixtures.path]

  @Test(
    arguments: [
      ([:], nil), (["HOME": ""], nil), (["HOME": "here"], nil),
      (["HOME": "/h"], "~/.config/tickers/options"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "/x"], "/x/tickers/options"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "x"], "~/.config/tickers/options"),
      (["HOME": "/h", "XDG_CONFIG_HOME": ""], "~/.config/tickers/options"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "/x", "TICKERS_OPTIONS": "o"], "o"),
      (["HOME": "/h", "TICKERS_OPTIONS": ""], nil),
    ] as [([String: String], String?)])
  func `the file is where the environment says`(
    environment: [String: String], title: String?
  ) throws {
    let files = Files(read: { _ in [] })
    #expect(try files.optionsFile(environment)?.title == title)
  }

  @Test func `a file that is there is read, and another one need not be`() async throws {
    let folder = try TemporaryFolder()
    let world = TestWorld(environment: ["HOME": folder.path])
    let none = await world.run(Self.list + ["-v"])
    #expect(none.status == 0)
    #expect(!none.errors.contains("options"))
    try folder.write("--limit 2\n--no-header\n", to: ".config/tickers/options")
    let two = await world.run(Self.list + ["-v"])
    #expect(two.output.split(separator: "\n").count == 2)
    #expect(two.errors.hasPrefix("tickers: reading options from ~/.config/tickers/options\n"))
  }

  @Test(arguments: ["HOME", "XDG_CONFIG_HOME"])
  func `a home directory that is none has no file`(variable: String) async {
    let outcome = await TestWorld(environment: [variable: "/dev/null"]).run(["exchanges"])
    #expect((outcome.errors, outcome.status) == ("", 0))
  }

  @Test func `a file that was named has to be there`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/none"
    let outcome = await TestWorld(environment: ["TICKERS_OPTIONS": path]).run(Self.list)
    #expect(
      outcome
        == .init(
          output: "", errors: "tickers: TICKERS_OPTIONS: file not found: \(path)\n", status: 66))
  }

  @Test func `a file that can't be read is an error`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await TestWorld(environment: ["TICKERS_OPTIONS": folder.path]).run(Self.list)
    #expect(
      outcome
        == .init(
          output: "",
          errors: "tickers: cannot read options file \(folder.path): Is a directory\n",
          status: 66))
    try folder.write(String(repeating: "#\n", count: 600_000), to: "large")
    let path = folder.path + "/large"
    let large = await TestWorld(environment: ["TICKERS_OPTIONS": path]).run(Self.list)
    #expect(
      large.errors == "tickers: cannot read options file \(path): larger than 1 MiB\n")
    #expect(large.status == 66)
  }

  @Test func `a file that may not be read is an error`() {
    let files = Files(
      read: { _ throws(FileFailure) in throw FileFailure(reason: "Permission denied") })
    let reason = "cannot read options file ~/.config/tickers/options: Permission denied"
    #expect(throws: FileFailure(reason: reason)) { try files.optionsFile(["HOME": "/h"]) }
  }

  @Test(arguments: [
    ["help"], ["--help"], ["list", "--help"], ["--version"], ["manual"], ["completions", "bash"],
  ])
  func `what takes no options doesn't read it`(arguments: [String]) async {
    var world = TestWorld()
    let expected = await world.run(arguments)
    world.options = Array("nonsense".utf8)
    #expect(await world.run(arguments) == expected)
    #expect(expected.status == 0)
    #expect(await world.run(["exchanges"]).status == 64)
  }

  @Test(.startsPrograms) func `the program reads a pipe`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("--columns exchange\n--no-header\n--format tsv\n", to: "options")
    let program = try Program(
      ["-c", "cat options | TICKERS_OPTIONS=/dev/stdin \"$0\" exchanges", Program.url.path],
      in: folder.url, startedBy: ["/bin/sh", "-c", #"shift; exec /bin/sh "$@""#, "sh"])
    #expect(await program.status() == 0)
    await until { program.output.text.contains("binance\n") }
    #expect(program.output.text.hasPrefix("blockchain\nbitfinex\n"))
  }
}
