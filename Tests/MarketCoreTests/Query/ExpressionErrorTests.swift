import Foundation
import MarketCore
import Testing

/// What is said of a wrong expression, and which place is pointed at.
struct ExpressionErrorTests {
  private static func error(_ text: String) -> ExpressionError? {
    do {
      _ = try FieldExpression<TickerField>(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", "something is missing at the end", 0), ("last >", "something is missing at the end", 6),
    ("  ", "something is missing at the end", 2), ("not", "something is missing at the end", 3),
    ("last > 1 or", "something is missing at the end", 11),
    ("(last > 1", "a ) is missing", 9), ("abs(last", "a ) is missing", 8),
    ("abs(last > 1)", "a ) is missing", 9), ("known(last > 1)", "a ) is missing", 11),
    ("last > 1)", "')' is not expected here", 8), ("()", "')' is not expected here", 1),
    ("== 5", "'==' is not expected here", 0), ("last > > 1", "'>' is not expected here", 7),
    ("and last > 1", "'and' is not expected here", 0),
    ("last > or", "'or' is not expected here", 7),
    ("last > 1 BTC", "'BTC' is not expected here", 9),
    ("last > 1 'x'", "'x' is not expected here", 9),
    ("last > 1 2.50", "the number 2.5 is not expected here", 9),
    ("last > 1 (", "'(' is not expected here", 9),
  ])
  func `what is missing or too much is pointed at`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test(arguments: [
    ("last = 5", "equality is written ==", 5), ("last > $5", "'$' means nothing here", 7),
    ("last > 1,5", "',' means nothing here", 8),
    ("last > 1 & volume > 2", "'&' means nothing here", 9),
    ("last > 1 | volume > 2", "'|' means nothing here", 9),
    ("symbol == 'BTC", "this text has no end", 10), ("'", "this text has no end", 0),
    ("symbol ~ \"a'", "this text has no end", 9), ("last > 5%", "'%' means nothing here", 8),
    ("symbol == '😀e\u{301}' and €", "'€' means nothing here", 19),
  ])
  func `what means nothing is pointed at`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test(arguments: [
    ("last > BTC", "no field 'BTC'", 7), ("lst > 5", "no field 'lst'; did you mean last?", 0),
    ("last > 5 and 3 < percnt", "no field 'percnt'; did you mean percent?", 17),
    ("5 == symbol", "text can't be compared with a number", 2),
    ("symbol == 5", "text can't be compared with a number", 7),
    ("last == '5'", "text can't be compared with a number", 5),
    ("symbol ~ 5", "text can't be compared with a number", 7),
    ("as_of > 5", "text can't be compared with a number", 6),
    ("last ~ 5", "~ looks into text, not into numbers", 5),
    ("symbol + 1 > 2", "text can't be calculated with", 0),
    ("last + symbol > 2", "text can't be calculated with", 7),
    ("last-BTC > 2", "no field 'BTC' to calculate with", 5),
    ("symbol == BTC -USD", "no field 'BTC' to calculate with", 10),
    ("abs(symbol) > 1", "text can't be calculated with", 4),
    ("-symbol > 1", "text can't be calculated with", 1),
    ("2 * as_of > 1", "text can't be calculated with", 4),
  ])
  func `text is no number`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test(arguments: [
    ("last", "this is not compared with anything", 0),
    ("last > 1 and volume", "this is not compared with anything", 13),
    ("volume or last > 1", "this is not compared with anything", 0),
    ("not last", "this is not compared with anything", 4),
    ("(last + 1)", "this is not compared with anything", 0),
    ("knows(last)", "this is not compared with anything", 0),
    ("(last > 1) + 1 > 2", "a value is expected here, not a condition", 0),
    ("(last > 1) == 2", "a value is expected here, not a condition", 0),
    ("2 > (last > 1)", "a value is expected here, not a condition", 4),
    ("abs((1 > 2)) > 1", "a value is expected here, not a condition", 4),
    ("known(last) == 1", "a value is expected here, not a condition", 0),
    ("known(5)", "known() asks about a field", 6), ("known(x)", "known() asks about a field", 6),
    ("known()", "known() asks about a field", 6),
    ("known('last')", "known() asks about a field", 6),
    ("1 < last < 2", "comparisons are joined by and, as in 1 < last and last < 2", 9),
  ])
  func `conditions and values are told apart`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test func `an expression is 1000 characters long at most`() {
    let condition = "last > 1"
    let longest = condition + String(repeating: " ", count: 1_000 - condition.count)
    #expect(Self.error(longest) == nil)
    #expect(Self.error(longest + " ")?.reason == "it is longer than 1000 characters")
    #expect(Self.error(longest + " ")?.offset == 0)
    #expect(Self.error(String(repeating: "(", count: 2_000_000))?.offset == 0)
    let smileys = "symbol ~ '" + String(repeating: "👨‍👩‍👧", count: 989) + "'"
    #expect(Self.error(smileys) == nil)
  }

  /// Openings of what can be nested, what they hold and their closings.
  private static let nestings = [
    ("(", "1 == 1", ""), ("not ", "1 == 1", ""), ("!", "1 == 1", ""), ("abs(", "1", " == 1"),
    ("-", "1", " < 2"), ("(", "1", " == 1"),
  ]

  private static func nested(_ index: Int, depth: Int) -> String {
    let (opening, content, closing) = nestings[index]
    let parentheses = opening.hasSuffix("(") ? String(repeating: ")", count: depth) : ""
    return String(repeating: opening, count: depth) + content + parentheses + closing
  }

  @Test(arguments: nestings.indices)
  func `an expression is nested 50 deep at most`(index: Int) {
    #expect(Self.error(Self.nested(index, depth: 50)) == nil)
    let error = Self.error(Self.nested(index, depth: 51))
    #expect(error?.reason == "it is nested too deeply")
    #expect(error?.offset == 51 * Self.nestings[index].0.count)
  }

  @Test(arguments: nestings.indices)
  func `the deepest and the longest expressions fit on a small stack`(index: Int) async {
    let deepest = Self.nested(index, depth: 50)
    let longest = String(repeating: "1<2&&", count: 199) + "1<2"
    let sum = String(repeating: "1+", count: 497) + "1 > 0"
    let hold = await withCheckedContinuation { continuation in
      let thread = Thread {
        let texts = [deepest, longest, sum]
        continuation.resume(
          returning: texts.map { text in
            (try? FieldExpression<TickerField>(text))?.holds { _ in .unknown }
          })
      }
      // That of a worker of the system's pool.
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(hold == [true, true, true])
  }
}
