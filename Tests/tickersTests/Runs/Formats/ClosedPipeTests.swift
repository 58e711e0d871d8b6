import Foundation
import StubExchange
import TestTools
import Testing

/// A closed pipe while the program waits for the next poll.
@Suite(.startsPrograms)
struct ClosedPipeTests {
  @Test(arguments: ["table", "tsv", "csv", "json", "ndjson", "markdown"])
  func `a reader that goes is noticed at once, not at the next poll`(format: String) async throws {
    let pipe = Pipe()
    let program = try Program(
      [
        "list", "--filter", "XLM", "--interval", "3600", "--format", format, "--replay",
        Repository.fixtures.path,
      ],
      file: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    let output = Program.Output()
    output.collect(from: pipe.fileHandleForReading)
    #expect(await until { !output.bytes.isEmpty })
    output.stop()
    try pipe.fileHandleForReading.close()
    #expect(await program.status() == 0)
    #expect(program.errors.text == "")
  }

  @Test func `a reader that goes before the first answer is noticed, too`() async throws {
    let exchange = try StubExchange(.hang)
    let pipe = Pipe()
    let program = try Program(
      ["list", "--timeout", "3600", "--url", exchange.url.absoluteString],
      file: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    #expect(await until { exchange.requests.count == 1 })
    try pipe.fileHandleForReading.close()
    #expect(await program.status() == 0)
  }
}
