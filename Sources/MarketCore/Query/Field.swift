/// The kind of a field's values.
public enum FieldKind: Sendable {
  /// Words and names.
  case text
  /// Exact numbers.
  case number
  /// Moments.
  case time
  /// Numbers from 0 to 1, which a table draws as bars.
  case share
}

/// A named value of a row, for columns, sorting and expressions.
///
/// The raw value is the name on the command line and in machine formats, as in `--sort percent`.
public protocol Field: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The columns of a table, unless others are chosen.
  static var tableColumns: [Self] { get }
  /// The columns of machine formats, unless others are chosen.
  static var dataColumns: [Self] { get }

  /// Whether a screen draws the trend of the watched field beside the rows.
  static var hasTrend: Bool { get }

  /// The kind of its values.
  var kind: FieldKind { get }
  /// The order in which columns are dropped on a narrow terminal, the highest first; 0 is never
  /// dropped.
  var dropRank: Int { get }
  /// Whether a table marks a rise or a fall here.
  var marksTone: Bool { get }
  /// Whether it depends on the moment that the change of a day is measured from.
  var isDayChange: Bool { get }
  /// Whether a table has the column only if one of its numbers is not 0.
  var isOmittedIfZero: Bool { get }
}

/// Defaults, which most fields have.
extension Field {
  /// All fields.
  public static var tableColumns: [Self] { dataColumns }
  /// All fields.
  public static var dataColumns: [Self] { Array(allCases) }
  /// No.
  public static var hasTrend: Bool { false }
  /// Never dropped.
  public var dropRank: Int { 0 }
  /// No.
  public var marksTone: Bool { false }
  /// No.
  public var isDayChange: Bool { false }
  /// No.
  public var isOmittedIfZero: Bool { false }

  /// Whether its values are numbers.
  public var isNumber: Bool { kind == .number || kind == .share }

  /// The names of all fields, for people.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
