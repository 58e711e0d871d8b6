/// The whole symbols in filters (`BTC-USD`), and which of them were found in rows. A row that is missing
/// from a later answer therefore does not change what a filter keeps.
struct FilterSymbols: Sendable {
  /// The symbols that were found, in capital letters.
  private(set) var listed: Set<String> = []
  private var others: Set<String> = []

  /// Remembers the symbols in filters, and searches the rows for symbols that were not found before.
  mutating func note(_ filters: [SymbolFilter], _ elements: [some ListRow]) {
    for filter in filters { others.formUnion(filter.symbols) }
    others.subtract(listed)
    guard !others.isEmpty else { return }
    let symbols = Set(others.map { Pair($0).symbol })
    for element in elements where symbols.contains(element.pair.symbol) {
      listed.insert(element.pair.symbol.uppercased())
    }
  }
}
