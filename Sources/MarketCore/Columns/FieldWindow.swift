/// A function of the values that a field has had over a time that ends with the arrival of the row, such as
/// `max(last, 15m)`.
package struct FieldWindow: Hashable, Sendable {
  enum Function: String, CaseIterable, Sendable {
    /// The value at the beginning of the window.
    case ago
    case min, max
    /// The mean, weighted by time.
    case avg
  }

  let function: Function
  /// The index of the field.
  let field: Int
  /// The length in microseconds.
  let length: Int64

  /// Whether only the last value and the extremes of each second of the clock are kept.
  var isCoarse: Bool { length > 60 * Self.second }

  static let second: Int64 = 1_000_000
  static let longest = 366 * 86_400 * second
}

/// What a condition needs of a row.
struct FieldInputs {
  /// The indices of the fields, also of the fields of ``windows``.
  var fields: Set<Int> = []
  var windows: Set<FieldWindow> = []

  func union(_ rhs: FieldInputs) -> FieldInputs {
    FieldInputs(fields: fields.union(rhs.fields), windows: windows.union(rhs.windows))
  }
}
