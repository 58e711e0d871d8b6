import Foundation

/// The direction of a value, before any colour.
public enum Tone: Hashable, Sendable {
  /// A rise, or bids.
  case up
  /// A fall, or asks.
  case down
  /// Neither.
  case flat

  /// The direction of a change; flat when it is unknown.
  init(of change: Decimal?) {
    guard let change, change.isFinite, !change.isZero else {
      self = .flat
      return
    }
    self = change.isSignMinus ? .down : .up
  }

  /// The direction from one value to another; flat when either is unknown.
  init(from old: FieldValue, to new: FieldValue) {
    let areKnown = old != .unknown && new != .unknown
    self = !areKnown ? .flat : old.isBelow(new) ? .up : new.isBelow(old) ? .down : .flat
  }
}

/// One value of a row: exact for programs, as text for people.
public struct Cell: Sendable {
  /// The direction of the value.
  public internal(set) var tone: Tone
  /// Whether the last poll changed it: a list's highlighted number, a quantity in a book.
  public internal(set) var isChanged = false
  /// Whether its text ends in `*`: a note below the table is about it.
  var isMarked = false
  /// The value, not rounded.
  let exact: FieldValue
  private let kind: ColumnKind
  /// The unit of an amount; `nil` for numbers of other kinds.
  package let currency: String?
  /// Whether the text of a price has the code of its currency, where that has no sign.
  var hasCode = true
  private let label: String?
  private let substitute: Decimal?

  /// A cell of a value and its text in a table; without one, the value as it is, or a dash.
  package init(
    _ value: FieldValue, _ text: String? = nil, tone: Tone = .flat, isChanged: Bool = false
  ) {
    self.init(value, .text, tone: tone, label: text)
    self.isChanged = isChanged
  }

  /// A cell of a column.
  ///
  /// - Parameters:
  ///   - currency: the unit of an amount.
  ///   - tone: the direction; `nil` for that of a change, as it is shown.
  ///   - label: the text in a table; `nil` for that of the kind.
  ///   - substitute: the number that a table shows for an unknown one.
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
    // What is shown as 0 has no direction.
    case .amountChange:
      self.tone = Tone(of: number.rounded(toPlaces: NumberFormat.moneyPlaces(in: currency)))
    case .percent:
      self.tone = NumberFormat.isShownAsZero(percent: number) ? .flat : tone ?? Tone(of: number)
    default: self.tone = tone ?? .flat
    }
  }

  /// The value as machine formats have it: exact, but quotients to six decimals.
  public var value: FieldValue {
    guard kind.isRounded, case .number(let number) = exact else { return exact }
    return .number(number.rounded(toPlaces: 6))
  }

  /// The value as a table shows it, never empty.
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
  /// Whether value, tone, mark and text are equal.
  public static func == (lhs: Cell, rhs: Cell) -> Bool {
    lhs.value == rhs.value && lhs.tone == rhs.tone && lhs.isChanged == rhs.isChanged
      && lhs.text == rhs.text
  }
}
