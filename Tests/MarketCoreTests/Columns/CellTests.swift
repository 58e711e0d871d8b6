import Foundation
import Testing

@testable import MarketCore

/// The text and the tone of a cell.
struct CellTests {
  @Test(
    arguments: [
      (.unknown, "–"), (.text("open"), "open"), (.number(Decimal("38178.0")), "38178"),
      (.number(Decimal("5.51E-6")), "0.00000551"),
      (.time(Date(timeIntervalSince1970: 0)), "1970-01-01T00:00:00.000Z"),
    ] as [(FieldValue, String)])
  func `a value is its own text`(value: FieldValue, text: String) {
    let cell = Cell(value)
    #expect(cell.value == value)
    #expect(cell.text == text)
    #expect(cell.tone == .flat)
  }

  @Test func `a change has the direction of its sign, and one that is no number none`() {
    #expect([2, -2, 0, .nan, nil].map(Tone.init(of:)) == [.up, .down, .flat, .flat, .flat])
  }

  @Test(
    arguments: [
      .unknown, .text("open"), .number(1), .time(Date(timeIntervalSince1970: 0)),
    ] as [FieldValue])
  func `a text of its own goes before that of the value`(value: FieldValue) {
    let cell = Cell(value, "$0.00", tone: .down)
    #expect(cell.value == value)
    #expect(cell.text == "$0.00")
    #expect(cell.tone == .down)
  }
}
