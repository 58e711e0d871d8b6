import MarketCore
import Terminal

extension ListScreen {
  /// Without the keys that open a pair, where no row is one: totals of holdings, and cash.
  var hints: [KeyHint] {
    let elements = viewModel.elements
    if elements.isEmpty || elements.contains(where: { $0.market != nil }) { return Self.hints }
    let opening: [Key] = [.enter, .character("h")]
    return Self.bindings.filter { binding in
      opening.allSatisfy { binding.action(of: $0) == nil }
    }.map(\.hint)
  }
}
