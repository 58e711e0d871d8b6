import Testing

@testable import Terminal

/// The frames that are written to a slow terminal.
struct ScreenOutputTests {
  private static let size = TerminalSize(columns: 80, rows: 24)

  /// All that is to be written now.
  private static func written(_ output: inout ScreenOutput) -> String {
    var text = ""
    while let bytes = output.next() {
      output.unwritten = []
      text += String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  @Test func `of frames that were not written, only the newest one is`() {
    var output = ScreenOutput(isSynchronized: false)
    for frame in 0..<1000 { output.show(["frame \(frame)"], on: Self.size) }
    #expect(Self.written(&output) == "\u{1B}[1;1H\u{1B}[2Kframe 999\u{1B}[2;1H\u{1B}[J")
    output.show(["frame 999"], on: Self.size)
    #expect(output.next() == nil)
  }

  @Test func `a frame that was begun is completed before the newest one`() {
    var output = ScreenOutput(isSynchronized: true)
    output.show(["first"], on: Self.size)
    output.unwritten = output.next()?.dropFirst(20) ?? []
    output.show(["second"], on: Self.size)
    output.show(["third"], on: Self.size)
    #expect(
      Self.written(&output)
        == "rst\u{1B}[2;1H\u{1B}[J\u{1B}[?2026l"
        + "\u{1B}[?2026h\u{1B}[1;1H\u{1B}[2Kthird\u{1B}[?2026l")
  }

  @Test func `sequences follow the newest frame, and few of them wait`() {
    var output = ScreenOutput(isSynchronized: false)
    output.show(["frame"], on: Self.size)
    for sequence in 0..<100 { output.add("\(sequence) ") }
    output.show(["newest"], on: Self.size)
    let written = Self.written(&output)
    #expect(!written.contains("frame"))
    #expect(written.hasSuffix("newest\u{1B}[2;1H\u{1B}[J" + (84..<100).map { "\($0) " }.joined()))
  }

  @Test func `a frame after another process had the terminal is a whole one`() {
    var output = ScreenOutput(isSynchronized: false)
    output.show(["a", "b"], on: Self.size)
    _ = Self.written(&output)
    output.show(["a", "c"], on: Self.size)
    #expect(Self.written(&output) == "\u{1B}[2;1H\u{1B}[2Kc")
    output.enter()
    output.show(["a", "c"], on: Self.size)
    #expect(
      Self.written(&output)
        == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[1;1H\u{1B}[2Ka\u{1B}[2;1H\u{1B}[2Kc"
        + "\u{1B}[3;1H\u{1B}[J")
  }
}
