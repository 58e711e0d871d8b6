import MarketCore
import Synchronization
import Terminal

/// The widths of the columns: all rows are measured once, later only those that are shown. A column
/// then stays in place until a row is shown that needs more room.
final class MeasuredWidths<Row: MarketCore.Row>: Sendable {
  /// All rows are measured anew when one of these changes.
  struct Key: Hashable {
    let ages: [String: String]
    let columns: Int
    let fields: [Column<Row>]
    let filter: String
    /// The order, where it decides which rows there are.
    let order: RowOrder<Row>?
    let rows: Int
    /// The number of exchanges that have answered.
    let answers: Int
  }

  private let measured = Mutex<(key: Key, widths: [TextTable.Widths])?>(nil)

  func widths(for key: Key, measure: () -> [TextTable.Widths]) -> [TextTable.Widths] {
    if let measured = measured.withLock({ $0 }), measured.key == key { return measured.widths }
    let widths = measure()
    keep(widths, for: key)
    return widths
  }

  func keep(_ widths: [TextTable.Widths], for key: Key) {
    measured.withLock { $0 = (key, widths) }
  }
}
