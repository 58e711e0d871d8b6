import MarketCore
import Terminal
struct KeyHint: Sendable {
  let key: String; let meaning: String; static var reset: KeyHint { KeyHint(key: "", meaning: "") };
  static var back: KeyHint { reset }; static var common: [KeyHint] { [] }
}
struct ColumnChooser { static let hints: [KeyHint] = [] }
protocol Display: Sendable {}
extension Screen: Display {}
struct ListScreen<S: RowsFeed> {
  static var hints: [KeyHint] { [] };
  init(
    _ feed: S, at: Pace, layout: Layout<S.Row>, hasTrend: Bool, trend: TrendSource,
    table: TableRenderer, hidesAmounts: Bool
  ) {}
}
struct BookScreen {
  static var hints: [KeyHint] { [] };
  init(_ feed: BookFeed, ladder: LadderRenderer, isChart: Bool, hasDepth: Bool) {}
}
struct HistoryScreen {
  static var hints: [KeyHint] { [] };
  init(_ feed: HistoryFeed, layout: Layout<CandleRow>, table: TableRenderer, isChart: Bool) {}
}
extension Session {
  func show<S>(_ s: S) async -> ExitStatus { .success }
  func onScreen(_ feed: HistoryFeed) -> HistoryFeed { feed }
}
