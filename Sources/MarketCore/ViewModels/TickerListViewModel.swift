public import Foundation

/// The overview of all pairs: those that the filters keep, sorted and cut, ready to show.
public struct TickerListViewModel: MarketViewModel {
  /// Every filter must keep a pair.
  public let filters: [SymbolFilter]
  /// The order of the rows.
  public let sort: RowOrder<TickerField>
  /// The most rows to show; `nil` for all.
  public let limit: Int?

  /// How far the rows can be believed.
  public private(set) var freshness = Freshness()
  /// The rows to show.
  public private(set) var rows: [TickerRow] = []
  /// How many pairs the exchange listed.
  public private(set) var total = 0

  /// An overview that waits for its first poll.
  public init(
    filters: [SymbolFilter] = [], sort: RowOrder<TickerField> = RowOrder(.symbol),
    limit: Int? = nil
  ) {
    self.filters = filters
    self.sort = sort
    self.limit = limit
  }

  /// Takes in a poll; one that failed leaves the rows as they are, stale.
  public mutating func apply(_ poll: Poll<Answer<[Ticker]>>) {
    freshness.apply(poll)
    guard case .success(let answer) = poll.result else { return }
    total = answer.value.count
    let kept = answer.value.filter { ticker in filters.allSatisfy { $0.matches(ticker.pair.symbol) }
    }
    let sorted = sort.sorted(
      kept, value: { $0.value(of: sort.field, asOf: answer.asOf) }, pair: \.pair)
    rows = sorted.prefix(limit ?? sorted.count).map { TickerRow($0, asOf: answer.asOf) }
  }
}

/// One pair of the overview.
public struct TickerRow: Hashable, Sendable {
  /// The exact values.
  public let ticker: Ticker
  /// When they arrived.
  public let asOf: Date

  init(_ ticker: Ticker, asOf: Date) {
    self.ticker = ticker
    self.asOf = asOf
  }

  /// A field of the row. A missing last price is shown as no money at all.
  public subscript(_ field: TickerField) -> Cell {
    let value = ticker.value(of: field, asOf: asOf)
    let quote = ticker.pair.quote
    switch (field, value) {
    case (.last, .unknown): return Cell(value, MoneyFormat.text(0, in: quote))
    case (.last, .number(let amount)), (.open, .number(let amount)),
      (.notional, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: quote))
    case (.change, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: quote, signed: true), tone: tone)
    case (.percent, .number(let percent)):
      // What is shown as 0.00% has no sign, so it has no tone either.
      let isFlat = percent.rounded(toPlaces: 2).isZero
      return Cell(
        .number(percent.rounded(toPlaces: 6)), PercentFormat.text(percent),
        tone: isFlat ? .flat : tone)
    case (.volume, .number(let volume)): return Cell(value, VolumeFormat.text(volume))
    default: return Cell(value)
    }
  }

  /// Whether the price rose or fell in the last 24 hours, by its exact change.
  public var tone: Tone {
    switch ticker.change {
    case let change? where change > 0: .up
    case let change? where change < 0: .down
    default: .flat
    }
  }
}
