import Arguments
import Foundation
import MarketCore

/// The past that alerts are rehearsed over, if they are.
struct RehearsalOptions: Sendable {
  private static let historyOption = ValueOption(
    Option("history", value: "AGE", help: "Rehearse over candles of the last AGE (90d, 36h, 1y)")
      .conflicts(with: "interval", "count") { _, _ in
        "--history cannot be combined with --interval or --count"
      }
  ) { text throws(InvalidValue) in
    guard let age = ValueParsers.age(text) else { throw .expected("an age such as 90d, 36h or 1y") }
    return age
  }

  private static let periodOption = ValueParsers.period(
    help: "Period of --history: ", among: Period.allCases.filter { $0 <= .oneDay },
    default: .oneHour)

  static let options = [historyOption.option, periodOption.option]

  /// The seconds before now whose candles are rehearsed over; `nil` for no candles.
  let age: TimeInterval?
  let period: Period
  /// Whether a recording is rehearsed over.
  let isReplay: Bool
  var isRehearsal: Bool { age != nil || isReplay }

  init(_ invocation: Invocation) throws(UsageError) {
    age = try invocation.value(of: Self.historyOption)
    isReplay = age == nil && invocation.has(RecordingOptions.replayOption.option)
    let given = try invocation.value(of: Self.periodOption)
    period = given ?? .oneHour
    if given != nil, age == nil { throw UsageError("--period requires --history", of: "period") }
    if age != nil, invocation.operands.isEmpty {
      throw UsageError("--history requires SYMBOL", of: "history")
    }
  }
}
