import MarketCore

/// A field as a column.
protocol TableField: Field {
  /// The columns of a table, unless others are asked for.
  static var inTable: [Self] { get }
  /// The columns of formats for programs, unless others are asked for.
  static var inData: [Self] { get }
  /// The columns of the highest rank go first on a narrow terminal; 0 stays.
  var rank: Int { get }
  /// Whether up and down are marked here on a terminal.
  var marksTone: Bool { get }
  /// Whether a table draws its values, shares from 0 to 1, as bars.
  var isBar: Bool { get }
}

extension TableField {
  static var inData: [Self] { Array(allCases) }
  var marksTone: Bool { false }
  var isBar: Bool { false }
}

extension Field {
  /// The fields' names, for people.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension TickerField: TableField {
  static let inTable: [TickerField] = [.symbol, .last, .change, .percent, .volume]

  var rank: Int {
    switch self {
    case .symbol, .last: 0
    case .percent: 1
    case .change: 2
    case .volume: 3
    case .base, .quote, .open, .notional, .asOf: 4
    }
  }

  var marksTone: Bool { self == .percent }
}

extension InstrumentField: TableField {
  static let inTable: [InstrumentField] = [
    .symbol, .status, .tickSize, .lotSize, .minOrder, .maxOrder,
  ]

  var rank: Int {
    switch self {
    case .symbol, .status: 0
    case .tickSize: 1
    case .minOrder: 2
    case .lotSize: 3
    case .maxOrder: 4
    case .base, .quote, .id: 5
    }
  }
}

extension BookField: TableField {
  static let inTable: [BookField] = [.side, .price, .quantity, .orders, .total, .bar]
  static let inData: [BookField] = [.side, .level, .price, .quantity, .orders, .total, .notional]

  var rank: Int {
    switch self {
    case .price, .quantity: 0
    case .side: 1
    case .total: 2
    case .orders, .orderID: 3
    case .level, .notional: 4
    case .bar: 5
    }
  }

  var isBar: Bool { self == .bar }

  /// The same field of an entry of that kind: a level has a number of orders, an order has an id.
  func of(_ detail: BookDetail) -> BookField {
    [.orders, .orderID].contains(self) ? (detail == .orders ? .orderID : .orders) : self
  }
}

extension FillField: TableField {
  static let inTable: [FillField] = inData
  static let inData: [FillField] = [
    .side, .requested, .filled, .average, .worst, .total, .slippageBasisPoints, .unfilled,
  ]

  var rank: Int { 0 }
}
