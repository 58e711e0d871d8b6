import Foundation
import MarketCore
import Testing

/// The three results of a condition: true, false and unknown.
struct ConditionTruthTests {
  /// Open, change, percent, volume and notional are not known.
  private static let ticker = Ticker("ETH-EUR", last: "5")
  private static let time = Date(timeIntervalSince1970: 1_795_183_200)

  private static func truth(_ text: String) throws -> Bool? {
    try Condition<Ticker>(text).truth(for: ticker, asOf: time)
  }

  private static func holds(_ text: String) throws -> Bool {
    try Condition<Ticker>(text).holds(for: ticker, asOf: time)
  }

  @Test(arguments: [
    "volume == 0", "volume != 0", "volume < 1", "volume <= 1", "volume > 1", "volume >= 1",
    "volume == volume", "percent * 0 == 0", "1 < open", "abs(change) >= 0", "-percent < 1",
    "notional / 2 > 0", "1 / 0 == 0", "last / (last - 5) > 1", "1e127 * 1e127 > 0", "name ~ x",
  ])
  func `a comparison with an unknown value is unknown, and so is not of it`(text: String) throws {
    let ticker = Ticker("QQQ-EUR", last: "5")
    for text in [text, "not \(text)", "not not \(text)", "(\(text))"] {
      #expect(try Condition<Ticker>(text).truth(for: ticker, asOf: Self.time) == nil, "\(text)")
    }
    #expect(try !Condition<Ticker>(text).holds(for: ticker, asOf: Self.time))
    #expect(try Condition<Ticker>("not \(text)").holds(for: ticker, asOf: Self.time))
  }

  @Test(arguments: [
    ("last == 5 and volume > 1", nil), ("volume > 1 and last == 5", nil),
    ("last == 6 and volume > 1", false), ("volume > 1 and last == 6", false),
    ("volume > 1 and open > 1", nil),
    ("last == 5 or volume > 1", true), ("volume > 1 or last == 5", true),
    ("last == 6 or volume > 1", nil), ("volume > 1 or last == 6", nil),
    ("volume > 1 or open > 1", nil),
    ("volume > 1 and open > 1 and last == 6", false), ("volume > 1 or open > 1 or last == 5", true),
    ("last == 5 and volume > 1 and last == 5", nil), ("last == 6 or volume > 1 or last == 6", nil),
    ("not (last == 6 and volume > 1)", true), ("not (last == 5 or volume > 1)", false),
    ("not (last == 5 and volume > 1)", nil), ("not (last == 6 or volume > 1)", nil),
    ("volume > 1 or not volume > 1", nil), ("volume > 1 and not volume > 1", nil),
    ("(volume > 1 or last == 5) and last > 4", true), ("volume > 1 or last == 5 and last > 5", nil),
  ])
  func `a result is unknown as far as it depends on an unknown one`(
    text: String, truth: Bool?
  ) throws {
    #expect(try Self.truth(text) == truth)
  }

  @Test(arguments: [
    ("last == 5", true), ("last > 5", false), ("not last > 5", true), ("known(last)", true),
    ("known(volume)", false), ("not known(volume)", true), ("known(volume) and volume > 1", false),
    ("not known(volume) or volume > 1", true), ("symbol ~ eth", true), ("base == BTC", false),
  ])
  func `a result of known values is that of a filter`(text: String, truth: Bool) throws {
    #expect(try Self.truth(text) == truth)
    #expect(try Self.holds(text) == truth)
  }

  @Test(arguments: [
    ("not (last == 5 and volume > 1)", true), ("not (last == 6 or volume > 1)", true),
    ("last == 6 or not volume > 1", true), ("volume > 1 or not volume > 1", true),
    ("volume > 1 and not volume > 1", false), ("not (volume > 1 or not volume > 1)", false),
  ])
  func `for a filter a comparison with an unknown value is false, wherever it stands`(
    text: String, holds: Bool
  ) throws {
    #expect(try Self.truth(text) == nil)
    #expect(try Self.holds(text) == holds)
  }
}
