import MarketCore

/// What one poll has to show, before any format: columns, and rows of cells that hold the exact
/// value, the text for people and the tone.
struct Frame: Sendable {
  struct Column: Sendable {
    enum Kind: Sendable { case text, number }

    /// The field's name, as machine formats and `--columns` have it.
    let name: String
    let kind: Kind
    /// The columns of the highest rank go first on a narrow terminal; 0 stays.
    let rank: Int
    /// Whether up and down are marked here on a terminal.
    let marksTone: Bool

    init(_ field: some Field, _ kind: Kind, rank: Int, marksTone: Bool = false) {
      name = field.rawValue
      self.kind = kind
      self.rank = rank
      self.marksTone = marksTone
    }
  }

  enum Row: Sendable {
    case cells([Cell])
    /// A line for people between the rows.
    case line(String)
  }

  /// What it is about, in a few words.
  let title: String
  let columns: [Column]
  let rows: [Row]
  /// What to say when there are no rows.
  var nothing: String?
}

extension Frame {
  /// What people should know beside the rows: what was left out, what is odd, that nothing is there.
  func remarks<Value>(on answer: Answer<Value>) -> [String] {
    [answer.omissions.sentence, answer.remark, rows.isEmpty ? nothing : nil].compactMap(\.self)
  }
}
