import Foundation

// What several exchanges need for a request or for their models.

extension [Pair]? {
  /// The pair, if it is the only one that is requested.
  var single: Pair? { self?.count == 1 ? self?.first : nil }
}

extension Pair {
  /// Whether the symbol can be part of a path.
  var isRequestable: Bool {
    base != nil && symbol.utf8.count <= 64
      && symbol.consists(of: "A"..."Z", "0"..."9", "-"..."-")
  }

  /// The symbol for a path.
  func requestableSymbol() throws(MarketError) -> String {
    guard isRequestable else { throw .notRequestable(self) }
    return symbol
  }
}

extension String {
  /// Whether every character is within one of these ranges.
  func consists(of ranges: ClosedRange<Unicode.Scalar>...) -> Bool {
    unicodeScalars.allSatisfy { scalar in ranges.contains { $0.contains(scalar) } }
  }
}

extension Date {
  /// The last whole unit of Unix time before this time, for a range whose end is included.
  ///
  /// - Parameter units: the number of units per second.
  func lastUnixTime(units: Double = 1) -> Int64 {
    Int64((timeIntervalSince1970 * units).rounded(.up)) - 1
  }
}

extension Period {
  /// The number of candles to request: at most `most`, and no more than can begin in this range.
  func count(from start: Date?, before end: Date?, most: Int) -> Int {
    guard let start else { return most }
    return Int(min(max((end ?? .now).timeIntervalSince(start) / seconds + 2, 1), Double(most)))
  }
}

extension Ticker {
  /// The ticker with parts that other responses have; `nil` keeps the part.
  func with(
    pair: Pair? = nil, name: String? = nil, bid: Decimal? = nil, ask: Decimal? = nil
  ) -> Ticker {
    Ticker(
      pair: pair ?? self.pair, name: name ?? self.name, open: open, volume: volume, last: last,
      changeReference: changeReference, bid: bid ?? self.bid, ask: ask ?? self.ask, high: high,
      low: low, showsMissingLastAsZero: showsMissingLastAsZero)
  }
}

extension Instrument {
  /// The instrument with the name of its base currency.
  func named(_ name: String?) -> Instrument {
    Instrument(
      pair: pair, status: status, state: state, tickSize: tickSize, lotSize: lotSize,
      minimumOrder: minimumOrder, maximumOrder: maximumOrder, minimumNotional: minimumNotional,
      id: id, name: name)
  }
}
