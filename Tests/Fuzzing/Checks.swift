import MarketCore

/// A number is shown as digits.
func check(_ cell: Cell) {
  guard case .number(let number) = cell.value else { return }
  let text = number.plain
  precondition(text.utf8.allSatisfy { "-.0123456789".utf8.contains($0) }, text)
  precondition(!cell.text.isEmpty)
}
