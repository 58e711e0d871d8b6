import Foundation

/// One value of a row: as a value for programs, and as a text for tables.
public struct Cell: Sendable {
  public internal(set) var tone: Tone
  /// Whether a table marks the value, because it is new or changed since the poll before. View models
  /// set this in the ``MarketRow/highlightedColumn`` of a list, and for quantities in an order book.
  public internal(set) var isChanged = false
  /// Whether the text ends in `*`, which a notice explains.
  var isMarked = false
  /// The value before any rounding by ``value``.
  let exact: FieldValue
  private let kind: ColumnKind
  /// The currency of an amount; `nil` if it is unknown, and for other values.
  package let currency: String?
  /// Whether prices and their changes end in the code of the currency, if it has no sign.
  var hasCode = true
  private let label: String?
  private let substitute: Decimal?

  /// Creates a cell with a text for tables. If the text is `nil`, tables show the value, or a dash if the
  /// value is unknown.
  package init(
    _ value: FieldValue, _ text: String? = nil, tone: Tone = .flat, isChanged: Bool = false
  ) {
    self.init(value, .text, tone: tone, label: text)
    self.isChanged = isChanged
  }

  /// Creates a cell of a column. Tables show `label`, or if it is `nil`, the value in the format of
  /// `kind`. If the value is unknown, `substitute` is shown instead of it.
  ///
  /// Differences of prices and of amounts have the direction of their sign. Numbers of
  /// the kind `percent` have the direction `tone`, or if it is `nil`, of their sign. Numbers of these
  /// kinds are flat if they are displayed as 0. All other values have the direction `tone`, or are flat.
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
    case .priceChange, .computedPriceChange: self.tone = Tone(of: number)
    case .amountChange:
      self.tone = Tone(of: number.rounded(toPlaces: NumberFormat.moneyPlaces(in: currency)))
    case .percent:
      self.tone = NumberFormat.isShownAsZero(percent: number) ? .flat : tone ?? Tone(of: number)
    default: self.tone = tone ?? .flat
    }
  }

  /// The value in machine formats, such as csv. Percentages are rounded to six decimals.
  public var value: FieldValue {
    guard kind.isRounded, case .number(let number) = exact else { return exact }
    return .number(number.rounded(toPlaces: 6))
  }

  /// The text in a table, as in `$26,211.35`; `–` for an unknown value that has no other text.
  public var text: String { isMarked ? unmarkedText + "*" : unmarkedText }

  /// The text of a number with exactly `decimals` decimals, otherwise as in a table; for `nil`, as a turnover,
  /// as in `$1.24B`. Of values that are not numbers, the ``text``.
  package func text(decimals: Int?) -> String {
    guard let number = shownNumber else { return text }
    let mark = isMarked ? "*" : ""
    guard let decimals else { return NumberFormat.shortMoney(number, in: currency) + mark }
    let rounded = number.rounded(toPlaces: decimals)
    let signed = kind.isSigned
    if kind.isMoney || kind == .turnover {
      return NumberFormat.exactMoney(
        rounded, in: currency, minimumDecimals: decimals, signed: signed, hasCode: hasCode) + mark
    }
    return NumberFormat.grouped(
      rounded, minimumDecimals: decimals, signed: signed, suffix: kind.unit) + mark
  }

  /// The value, or the substitute for an unknown value, if it is a number.
  private var shownNumber: Decimal? {
    if case .number(let number) = exact { number } else { exact == .unknown ? substitute : nil }
  }

  private var unmarkedText: String {
    if let label { return label }
    guard let number = shownNumber else { return exact.text ?? NumberFormat.unknown }
    switch kind {
    case .text, .time, .flag, .words, .number, .bar: return number.plain
    case .price: return NumberFormat.money(number, in: currency, hasCode: hasCode)
    case .priceChange:
      return NumberFormat.money(number, in: currency, signed: true, hasCode: hasCode)
    case .computedPrice, .computedPriceChange:
      return NumberFormat.money(
        NumberFormat.roundedPrice(number, in: currency), in: currency,
        signed: kind == .computedPriceChange, hasCode: hasCode)
    case .amount: return NumberFormat.money(number, in: currency, rounded: true)
    case .amountChange: return NumberFormat.money(number, in: currency, rounded: true, signed: true)
    case .turnover: return NumberFormat.shortMoney(number, in: currency)
    case .quantity: return NumberFormat.grouped(number)
    case .volume: return NumberFormat.volume(number)
    case .percent: return NumberFormat.percent(number)
    case .share: return NumberFormat.share(number)
    case .basisPoints: return NumberFormat.basisPoints(number)
    case .seconds: return NumberFormat.seconds(number)
    }
  }
}

extension ColumnKind {
  /// Whether values above 0 have a `+`.
  fileprivate var isSigned: Bool {
    switch self {
    case .priceChange, .computedPriceChange, .amountChange, .percent: true
    default: false
    }
  }

  /// The text after a number; empty for money, whose unit is its currency.
  fileprivate var unit: String {
    switch self {
    case .percent, .share: "%"
    case .basisPoints: " bp"
    case .seconds: " s"
    default: ""
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
