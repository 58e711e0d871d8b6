import Foundation
import MarketCore
import Testing

/// The error messages for an invalid expression, and the position to which they point.
struct ExpressionErrorTests {
  private static func error(_ text: String) -> ExpressionError? {
    do {
      _ = try Condition<Ticker>(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", "unexpected end of expression", 0), ("last >", "unexpected end of expression", 6),
    ("  ", "unexpected end of expression", 2), ("not", "unexpected end of expression", 3),
    ("last > 1 or", "unexpected end of expression", 11),
    ("(last > 1", "missing )", 9), ("abs(last", "missing )", 8),
    ("abs(last > 1)", "missing )", 9), ("known(last > 1)", "missing )", 11),
    ("last > 1)", "unexpected ')'", 8), ("()", "unexpected ')'", 1),
    ("== 5", "unexpected '=='", 0), ("last > > 1", "unexpected '>'", 7),
    ("and last > 1", "unexpected 'and'", 0),
    ("last > or", "unexpected 'or'", 7),
    ("last > 1 BTC", "unexpected 'BTC'", 9),
    ("last > 1 'x'", "unexpected 'x'", 9),
    ("last > 1 2.50", "unexpected number 2.5", 9),
    ("last > 1 (", "unexpected '('", 9),
  ])
  func `what is missing or too much is pointed at`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test(arguments: [
    ("last = 5", "use == for equality", 5), ("last > $x", "unexpected character '$'", 7),
    ("last > 1 , 5", "unexpected character ','", 9),
    ("last > 1 & volume > 2", "unexpected character '&'", 9),
    ("last > 1 | volume > 2", "unexpected character '|'", 9),
    ("symbol == 'BTC", "unterminated string", 10), ("'", "unterminated string", 0),
    ("symbol ~ \"a'", "unterminated string", 9), ("last > 5 %", "unexpected character '%'", 9),
    ("symbol == '😀e\u{301}' and €", "unexpected character '€'", 19),
  ])
  func `what means nothing is pointed at`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test(arguments: [
    ("last > $30000", "invalid number '$30000'; write 30000", 7),
    ("last > 30000€", "invalid number '30000€'; write 30000", 7),
    ("$30,000.50 < last", "invalid number '$30,000.50'; write 30000.50", 0),
    ("last > 30,000", "invalid number '30,000'; write 30000", 7),
    ("1 < last and percent > 5%", "invalid number '5%'; write 5", 23),
    ("last > -0.5%", "invalid number '0.5%'; write 0.5", 8),
    ("last > 1,5", "invalid number '1,5'; write digits and a decimal point, as in 1234.5", 7),
    (
      "last > 30.000,50",
      "invalid number '30.000,50'; write digits and a decimal point, as in 1234.5", 7
    ),
    ("last > 30m", "invalid number '30m'; write digits and a decimal point, as in 1234.5", 7),
    ("last > 3kk", "invalid number '3kk'; write digits and a decimal point, as in 1234.5", 7),
    ("last > 1.2.3", "invalid number '1.2.3'; write digits and a decimal point, as in 1234.5", 7),
  ])
  func `a wrong number is named as such`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
    #expect(Self.error(text)?.isAboutNumber == true)
  }

  @Test(arguments: [
    ("last > BTC", "unknown field 'BTC'", 7),
    ("lst > 5", "unknown field 'lst'; did you mean last?", 0),
    ("last > 5 and 3 < percnt", "unknown field 'percnt'; did you mean percent?", 17),
    ("5 == name", "cannot compare text with a number", 2),
    ("name == 5", "cannot compare text with a number", 5),
    ("symbol == last", "cannot compare text with a number", 7),
    ("symbol == last-open", "cannot compare text with a number", 7),
    ("symbol == 4 + 1", "cannot compare text with a number", 7),
    ("symbol == BTC / USD", "unknown field 'BTC'", 10),
    ("last == '5'", "cannot compare text with a number", 5),
    ("name ~ 5", "cannot compare text with a number", 5),
    ("as_of > 5", "cannot compare text with a number", 6),
    ("last ~ 5", "~ requires a text field", 5),
    ("symbol + 1 > 2", "cannot calculate with text", 0),
    ("last + symbol > 2", "cannot calculate with text", 7),
    ("last-BTC > 2", "unknown field 'BTC'", 5),
    ("symbol == BTC -USD", "unknown field 'BTC'", 10),
    ("abs(symbol) > 1", "cannot calculate with text", 4),
    ("-symbol > 1", "cannot calculate with text", 1),
    ("2 * as_of > 1", "cannot calculate with text", 4),
  ])
  func `text is no number`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test(arguments: [
    ("last", "expected a comparison", 0),
    ("last > 1 and volume", "expected a comparison", 13),
    ("volume or last > 1", "expected a comparison", 0),
    ("not last", "expected a comparison", 4),
    ("(last + 1)", "expected a comparison", 0),
    ("knows(last)", "expected a comparison", 0),
    ("(last > 1) + 1 > 2", "expected a value, not a condition", 0),
    ("(last > 1) == 2", "expected a value, not a condition", 0),
    ("2 > (last > 1)", "expected a value, not a condition", 4),
    ("abs((1 > 2)) > 1", "expected a value, not a condition", 4),
    ("known(last) == 1", "expected a value, not a condition", 0),
    ("known(5)", "known() requires a field", 6), ("known(x)", "known() requires a field", 6),
    ("known()", "known() requires a field", 6),
    ("known('last')", "known() requires a field", 6),
    ("1 < last < 2", "join comparisons with and, as in 1 < last and last < 2", 9),
  ])
  func `conditions and values are told apart`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test(arguments: [
    ("ago(last, 15) > 1", "invalid time '15'; write a number and s, m, h or d, as in 15m", 10),
    ("ago(last, 15w) > 1", "invalid time '15w'; write a number and s, m, h or d, as in 15m", 10),
    ("min(last, 15M) > 1", "invalid time '15M'; write a number and s, m, h or d, as in 15m", 10),
    ("max(last, m) > 1", "invalid time 'm'; write a number and s, m, h or d, as in 15m", 10),
    ("max(last, -5m) > 1", "invalid time '-'; write a number and s, m, h or d, as in 15m", 10),
    ("avg(last, 0s) > 1", "the time must be above 0", 10),
    ("avg(last, 367d) > 1", "time too long (maximum 366d)", 10),
    ("avg(last, 99999999999999999999d) > 1", "time too long (maximum 366d)", 10),
    ("avg(last,) > 1", "missing time, as in 15m", 9), ("avg(last, ", "missing time, as in 15m", 10),
    ("ago(last) > 1", "ago() requires a time after the field, as in ago(last, 15m)", 8),
    ("ago(last 5m) > 1", "ago() requires a time after the field, as in ago(last, 15m)", 9),
    ("ago(last - open, 5m)", "ago() requires a time after the field, as in ago(last, 15m)", 9),
    ("ago() > 1", "ago() requires a field and a time, as in ago(last, 15m)", 4),
    ("ago(5, 5m) > 1", "ago() requires a field and a time, as in ago(last, 15m)", 4),
    ("ago(symbol, 5m) > 1", "ago() requires a field of numbers", 4),
    ("ago(lst, 5m) > 1", "unknown field 'lst'; did you mean last?", 4),
    ("ago(max(last, 1m), 5m) > 1", "ago() requires a field, not another window", 4),
    ("ago(last, 5m > 1", "missing )", 13), ("ago(last, 5m, 5m)", "missing )", 12),
    ("ago(last, 5m)", "expected a comparison", 0),
    ("ago > 1", "unknown field 'ago'; did you mean age?", 0),
    ("known(ago(last, 5m))", "known() requires a field", 6),
    ("symbol == ago(last, 5m)", "cannot compare text with a number", 7),
  ])
  func `a wrong window is pointed at`(text: String, reason: String, offset: Int) {
    #expect(Self.error(text)?.reason == reason)
    #expect(Self.error(text)?.offset == offset)
  }

  @Test func `an expression is 1000 characters long at most`() {
    let condition = "last > 1"
    let longest = condition + String(repeating: " ", count: 1_000 - condition.count)
    #expect(Self.error(longest) == nil)
    #expect(Self.error(longest + " ")?.reason == "expression too long (maximum 1000 characters)")
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
    #expect(error?.reason == "nested too deeply (maximum 50 levels)")
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
            (try? Condition<Ticker>(text))?.holds(for: Ticker("BTCUSD"), asOf: .now)
          })
      }
      // That of a worker of the system's pool.
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(hold == [true, true, true])
  }
}
