import Foundation
@testable import MarketCore

extension Decimal {
  /// The number that a text writes, digit for digit; a literal would go through a double.
  init(_ text: String) { self = Decimal(exact: text) ?? .nan }
}

extension Ticker {
  /// A ticker of numbers as people write them.
  init(
    _ symbol: String, open: String? = nil, last: String? = nil, volume: String? = nil,
    showsMissingLastAsZero: Bool = false
  ) {
    self.init(
      pair: Pair(symbol: symbol), open: open.map { Decimal($0) },
      volume: volume.map { Decimal($0) }, last: last.map { Decimal($0) },
      showsMissingLastAsZero: showsMissingLastAsZero)
  }

  /// The same ticker as a client of this exchange gives it.
  func on(_ exchange: ExchangeID) -> Ticker {
    var ticker = self
    ticker.exchange = exchange
    return ticker
  }
}

extension [Ticker] {
  /// Tickers of lines as in `kraken BTC-USD 100 2 80 utc`: exchange, pair, and as far as known last,
  /// volume, open, and whether the change is since 00:00 UTC; `-` is unknown.
  init(lines: [String]) {
    self = lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      func number(_ index: Int) -> Decimal? {
        words.indices.contains(index) && words[index] != "-" ? Decimal(words[index]) : nil
      }
      return Ticker(
        pair: Pair(symbol: words[1]), open: number(4), volume: number(3), last: number(2),
        changeReference: words.last == "utc" ? .utcDay : .dayAgo
      ).on(ExchangeID(rawValue: words[0]))
    }
  }
}

extension [ConversionRate] {
  /// Lines as in `kraken BTC-USD 100`, with `*` for no exchange and `-` for no price.
  var lines: [String] {
    map { "\($0.exchange?.rawValue ?? "*") \($0.pair) \($0.rate?.plain ?? "-")" }
  }
}

extension Instrument {
  /// The same instrument as a client of this exchange gives it.
  func on(_ exchange: ExchangeID) -> Instrument {
    var instrument = self
    instrument.exchange = exchange
    return instrument
  }
}

extension OrderBook.Entry {
  /// An entry of numbers as people write them.
  init(_ price: String, _ quantity: String, _ number: Int64? = nil) {
    self.init(price: Decimal(price), quantity: Decimal(quantity), orders: number)
  }
}

extension OrderBook {
  /// The same book as a client of this exchange gives it.
  func on(_ exchange: ExchangeID) -> OrderBook {
    var book = self
    book.exchange = exchange
    return book
  }

  /// The same book of single orders, whose ids are the counts of orders.
  var ofOrders: OrderBook {
    func entries(_ side: [Entry]) -> [Entry] {
      side.map {
        Entry(
          price: $0.price, quantity: $0.quantity, orderID: $0.orders.map { .number(UInt64($0)) })
      }
    }
    return OrderBook(pair: pair, bids: entries(bids), asks: entries(asks))
  }
}

extension ContinuousClock.Instant {
  private static let start = ContinuousClock.now

  /// So many seconds after the tests began.
  static func second(_ seconds: Int) -> Self { start + .seconds(seconds) }
}

extension Poll<Answer<[Ticker]>> {
  /// An exchange's answer of these lines, see ``Swift/Array/init(lines:)``, without its name, at a
  /// second.
  static func tickers(
    _ exchange: ExchangeID, _ lines: String..., at second: Int = 0, names: [Pair: Pair] = [:]
  ) -> Poll {
    let answer = Answer(
      [Ticker](lines: lines.map { "\(exchange) \($0)" }),
      asOf: Date(timeIntervalSince1970: Double(second)), names: names)
    return Poll(exchange: exchange, result: .success(answer), at: .second(second), next: nil)
  }
}

extension Poll {
  /// A poll that was answered at a second, ten before the next.
  static func answered<Content>(_ content: Content, at second: Int) -> Poll
  where Value == Answer<Content> {
    let answer = Answer(content, asOf: Date(timeIntervalSince1970: Double(second)))
    return Poll(result: .success(answer), at: .second(second), next: .second(second + 10))
  }

  /// A poll that failed at a second, one before the next.
  static func failed(_ error: MarketError, at second: Int) -> Poll {
    Poll(result: .failure(error), at: .second(second), next: .second(second + 1))
  }
}

extension OrderBookViewModel {
  /// A column of one side, best price first.
  func fillCell(of column: Column<Fill>) -> Cell {
    fill.map { column.cell(of: $0, asOf: asOf) } ?? Cell(.unknown)
  }

  func cells(of column: Column<BookRow>, _ side: Side) -> [Cell] {
    (side == .bid ? bids : asks).map { cell(of: column, in: $0) }
  }
}
