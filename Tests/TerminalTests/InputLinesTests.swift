import Foundation
import TestTools
import Testing

@testable import Terminal

/// Lines that are read from a pipe. Writes to a full pipe block the thread.
@Suite(.fewAtATime) struct InputLinesTests {
  private let pipe = Pipe()
  private let lines: InputLines

  init() {
    lines = InputLines(
      FileDescriptor(rawValue: pipe.fileHandleForReading.fileDescriptor), limit: 10)
  }

  private func write(_ text: String) throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  private func next() async -> String? {
    await lines.next().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines of a text, after which the pipe is closed.
  private func lines(_ text: String) async throws -> [String] {
    try write(text)
    try pipe.fileHandleForWriting.close()
    var all: [String] = []
    while let line = await next() { all.append(line) }
    #expect(await next() == nil)
    return all
  }

  @Test(arguments: [
    ("", []), ("a\n", ["a"]), ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("\n", [""]),
    ("\n\na\n\n", ["", "", "a", ""]), ("a\r\nb\r\n\r\n", ["a\r", "b\r", "\r"]),
    ("a\rb\n", ["a\rb"]), ("é😀\n", ["é😀"]), ("a\0b\n", ["a\0b"]), (" a \n", [" a "]),
  ])
  func `a newline ends a line, and the last one needs none`(
    text: String, expected: [String]
  ) async throws {
    #expect(try await lines(text) == expected)
  }

  @Test func `a line is returned when it ends, before others arrive`() async throws {
    try write("one\ntwo\nth")
    #expect(await next() == "one")
    #expect(await next() == "two")
    async let third = next()
    try write("r")
    try write("ee\nf")
    #expect(await third == "three")
    try write("our")
    try pipe.fileHandleForWriting.close()
    #expect(await next() == "four")
    #expect(await next() == nil)
  }

  /// Writes a text byte by byte, each after the one before it was read, or after a while.
  private func writeBytes(_ text: String) async throws {
    for byte in text.utf8 {
      try pipe.fileHandleForWriting.write(contentsOf: Data([byte]))
      var unread = pollfd(
        fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      var tries = 0
      while tries < 10_000, poll(&unread, 1, 0) > 0 {
        tries += 1
        await Task.yield()
      }
    }
  }

  @Test func `a read may end within a line, and within a character`() async throws {
    async let read = [next(), next()]
    try await writeBytes("a😀\nb\n")
    #expect(await read == ["a😀", "b"])
  }

  @Test(arguments: [
    ("0123456789\nb\n", ["0123456789", "b"]), ("0123456789a\nb\n", ["0123456789a", "b"]),
    ("0123456789abcdef\nb\n", ["0123456789a", "b"]), ("0123456789abcdef", ["0123456789a"]),
    ("0123456789abcdef\n\nb", ["0123456789a", "", "b"]),
    ("a\n0123456789abcdef\n0123456789abcdef\nb", ["a", "0123456789a", "0123456789a", "b"]),
  ])
  func `a line above the limit is cut after one more byte, and the next one is whole`(
    text: String, expected: [String]
  ) async throws {
    #expect(try await lines(text) == expected)
  }

  @Test func `a long line that arrives in many reads is cut, too`() async throws {
    // More than a pipe and a read hold.
    let long = String(repeating: "x", count: 300_000)
    let writing = Task.detached { [pipe] in
      try pipe.fileHandleForWriting.write(contentsOf: Data("a\n\(long)\nb\n\(long)\nc".utf8))
      try pipe.fileHandleForWriting.close()
    }
    var all: [String] = []
    while let line = await next() { all.append(line) }
    let cut = String(repeating: "x", count: 11)
    #expect(all == ["a", cut, "b", cut, "c"])
    try await writing.value
  }

  @Test func `a descriptor that does not wait is waited for`() async throws {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    // Some of many reads find nothing.
    for _ in 0..<100 {
      async let line = next()
      try await writeBytes("12345678\n")
      try #require(await line == "12345678")
    }
    try pipe.fileHandleForWriting.close()
    #expect(await next() == nil)
  }

  @Test func `a descriptor that cannot be read has no lines`() async {
    let lines = InputLines(FileDescriptor(rawValue: -1), limit: 10)
    #expect(await lines.next() == nil)
  }
}
