import Arguments
import MarketCore
import Screens

extension TrendKind {
  static let option = ValueParsers.choice(
    Option(
      "trend", value: "SOURCE",
      help: "Source of TREND on a screen: the last polls, or candles of an hour, a day or a week",
      details: [
        "Candles are requested for the rows that are shown, one row after the other, and again after "
          + "each of their periods. TREND is blank where the exchange has no price history."
      ], defaultText: polls.rawValue), among: allCases)
}
