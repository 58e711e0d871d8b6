import Foundation
import MarketCore

/// What one poll has to show, before any format: columns, and rows of cells that hold the exact
/// value, the text for people and the tone.
struct Frame: Sendable {
  /// A column, under the name that `--columns` has for it.
  struct Column: Sendable {
    let name: String
    /// Whether its values are numbers; else they are text or times.
    let isNumber: Bool
    /// The columns of the highest rank go first on a narrow terminal; 0 stays.
    let rank: Int
    /// Whether up and down are marked here on a terminal.
    let marksTone: Bool
    /// Whether a table draws its values, shares from 0 to 1, as bars.
    let isBar: Bool
    /// How wide a terminal must be for the column to be there; `nil` for any output.
    let terminalWidth: Int?

    /// A field as a column.
    ///
    /// - Parameter isChosen: whether someone asked for it by name.
    init(_ field: some TableField, isChosen: Bool = false) {
      name = field.rawValue
      isNumber = field.isNumber
      rank = field.rank
      marksTone = field.marksTone
      isBar = field.isBar
      terminalWidth = field.isBar && !isChosen ? 60 : nil
    }
  }

  /// A value with a name.
  typealias Member = (name: String, value: FieldValue)

  /// Rows that belong together: all pairs, or one side of a book.
  struct Group: Sendable {
    let name: String
    let rows: [[Cell]]
  }

  /// How far it can be believed, and where it is from.
  let freshness: Freshness
  var columns: [Column]
  /// Bids before asks.
  var groups: [Group]
  /// What is known beside the rows.
  var summary: [Member] = []
  /// What is known of one thing beside the rows, under a name.
  var detail: (name: String, members: [Member])?
  /// Lines for people between the groups, which make a ladder then: the last group on top, each
  /// with its first row next to them. A line is of parts, and may be broken between them.
  var divider: [[String]] = []
  /// Whether it tells only of changes: then nothing is worth no heading.
  var isUpdate = false

  /// Whether there are no rows.
  var isEmpty: Bool { groups.allSatisfy(\.rows.isEmpty) }

  /// When the answer arrived.
  var asOf: Date { freshness.asOf ?? .distantPast }
}
