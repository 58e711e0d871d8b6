import Arguments
import Screens

extension RowsLook {
  private static let trend = ValueParsers.choice(
    Option(
      "trend", value: "SOURCE",
      help: "Source of TREND on a screen: the last polls, or candles of an hour, a day or a week",
      details: [
        "Candles are requested for the rows that are shown, one row after the other, and again after "
          + "each of their periods. TREND is blank where the exchange has no price history."
      ], defaultText: TrendKind.polls.rawValue), among: TrendKind.allCases)
  private static let view = ValueParsers.choice(
    Option(
      "view", value: "VIEW",
      help: "On screens from 160×30: chart and book of the selected row (split), or rows only",
      defaultText: ViewKind.split.rawValue), among: ViewKind.allCases)

  static let options = [trend.option, view.option]

  init(_ invocation: Invocation) throws(UsageError) {
    self.init(
      trend: try invocation.value(of: Self.trend) ?? .polls,
      view: try invocation.value(of: Self.view) ?? .split)
  }
}
