import Testing

@testable import Terminal

@Suite struct ScreenTests {
  private static let lines = (0...9).map { Line("\($0)") }

  private static func fitted(focus: Int? = nil, to room: Int) -> [String] {
    Screen.fitted(lines, focus: focus, to: room).map { $0.rendered(color: false) }
  }

  @Test func `all lines are shown where there is room`() {
    #expect(Self.fitted(to: 10) == (0...9).map(String.init))
  }

  @Test func `the first lines are shown, and how many are not`() {
    #expect(Self.fitted(to: 4) == ["0", "1", "2", "… 7 more lines"])
    #expect(Self.fitted(to: 1) == ["0"])
    #expect(Self.fitted(to: 0) == [])
  }

  @Test(arguments: [
    (5, ["0", "4", "5", "6"]), (1, ["0", "1", "2", "3"]), (9, ["0", "7", "8", "9"]),
  ])
  func `the heading and what is around the focus are shown`(focus: Int, shown: [String]) {
    #expect(Self.fitted(focus: focus, to: 4) == shown)
  }
}
