import Foundation

/// The direction of a value, independent of any colour.
public enum Tone: Hashable, Sendable {
  /// A rise, or bids.
  case up
  /// A fall, or asks.
  case down
  /// Neither a rise nor a fall.
  case flat

  /// The direction of a change; flat if the change is unknown or 0.
  init(of change: Decimal?) {
    guard let change, change.isFinite, !change.isZero else {
      self = .flat
      return
    }
    self = change.isSignMinus ? .down : .up
  }

  /// The direction from an old value to a new value; flat if one of them is unknown.
  init(from old: FieldValue, to new: FieldValue) {
    let areKnown = old != .unknown && new != .unknown
    self = !areKnown ? .flat : old.isBelow(new) ? .up : new.isBelow(old) ? .down : .flat
  }
}

/// One value of a row: an exact value for programs, and a text for people.
public struct Cell: Sendable {
  public internal(set) var tone: Tone
  /// Whether the last poll changed the value. Set for the highlighted number of a list, and for
  /// quantities of a book.
  public internal(set) var isChanged = false
  /// Whether the text ends in `*`, which refers to a note below the table.
  var isMarked = false
  /// The value, which is not rounded.
  let exact: FieldValue
  private let kind: ColumnKind
  /// The unit of an amount; `nil` for other values.
  package let currency: String?
  /// Whether the text of a price ends in the code of a currency that has no sign.
  var hasCode = true
  private let label: String?
  private let substitute: Decimal?

  /// Creates a cell of a value with a text for tables; `nil` for the value itself, or a dash for an
  /// unknown value.
  package init(
    _ value: FieldValue, _ text: String? = nil, tone: Tone = .flat, isChanged: Bool = false
  ) {
    self.init(value, .text, tone: tone, label: text)
    self.isChanged = isChanged
  }

  /// Creates a cell of a column.
  ///
  /// - Parameters:
  ///   - currency: the unit of an amount.
  ///   - tone: the direction; `nil` for the sign of a percentage, and for a flat value of other kinds.
  ///     Ignored for changes of prices and amounts: their sign is the direction.
  ///   - label: the text in a table; `nil` for the value in the format of its kind.
  ///   - substitute: the number that a table shows if the value is unknown.
  init(
    _ value: FieldValue, _ kind: ColumnKind, in currency: String? = nil, tone: Tone? = nil,
    label: String? = nil, substitute: Decimal? = nil
  ) {
    exact = value
    self.kind = kind
    self.currency = currency
    self.label = label
    self.substitute = substitute
    guard case .number(let number) = value else {
      self.tone = tone ?? .flat
      return
    }
    switch kind {
    case .priceChange: self.tone = Tone(of: number)
    // A change that is displayed as 0 has no direction.
    case .amountChange:
      self.tone = Tone(of: number.rounded(toPlaces: NumberFormat.moneyPlaces(in: currency)))
    case .percent:
      self.tone = NumberFormat.isShownAsZero(percent: number) ? .flat : tone ?? Tone(of: number)
    default: self.tone = tone ?? .flat
    }
  }

  /// The value in machine formats: exact, except that percentages are rounded to six decimals.
  public var value: FieldValue {
    guard kind.isRounded, case .number(let number) = exact else { return exact }
    return .number(number.rounded(toPlaces: 6))
  }

  /// The text in a table, which is never empty.
  public var text: String { isMarked ? unmarkedText + "*" : unmarkedText }

  private var unmarkedText: String {
    if let label { return label }
    let shown = exact == .unknown ? substitute.map(FieldValue.number) ?? exact : exact
    guard case .number(let number) = shown else { return exact.text ?? NumberFormat.unknown }
    switch kind {
    case .text, .time, .flag, .words, .number, .bar: return number.plain
    case .price: return NumberFormat.money(number, in: currency, hasCode: hasCode)
    case .priceChange:
      return NumberFormat.money(number, in: currency, signed: true, hasCode: hasCode)
    case .amount: return NumberFormat.money(number, in: currency, rounded: true)
    case .amountChange: return NumberFormat.money(number, in: currency, rounded: true, signed: true)
    case .turnover: return NumberFormat.shortMoney(number, in: currency)
    case .quantity: return NumberFormat.grouped(number)
    case .volume: return NumberFormat.volume(number)
    case .percent: return NumberFormat.percent(number)
    case .share: return NumberFormat.share(number)
    case .basisPoints: return NumberFormat.basisPoints(number)
    }
  }
}

extension Cell: Equatable {
  /// Whether value, tone, text and ``isChanged`` are equal.
  public static func == (lhs: Cell, rhs: Cell) -> Bool {
    lhs.value == rhs.value && lhs.tone == rhs.tone && lhs.isChanged == rhs.isChanged
      && lhs.text == rhs.text
  }
}
