import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A question to the exchange as a value: where to ask, and how to read the answer.
struct Endpoint<Value: Sendable>: Sendable {
  /// What an answer says, and which of its rows could not be understood.
  typealias Reading = (value: Value, omissions: [Omission])

  /// What follows the base URL, a segment each.
  let path: [String]
  /// The pair it is about, if it is about one.
  let pair: Pair?
  /// Reads the body of an answer.
  let decode: @Sendable (Data) throws -> Reading

  /// What is left of an answer, which must be something.
  private static func reading(
    _ value: Value, rows: Int, omissions: [Omission]
  ) throws(MarketError) -> Reading {
    if rows == 0, let first = omissions.first { throw .malformed(first.description) }
    return (value, omissions)
  }

  private init(
    _ path: [String], pair: Pair? = nil,
    decode: @escaping @Sendable (Data) throws -> Reading
  ) {
    self.path = path
    self.pair = pair
    self.decode = decode
  }

  /// The request, to be answered as a whole within `timeout`.
  func request(to base: URL, timeout: Duration) -> URLRequest {
    let url = path.reduce(base) { $0.appending(path: $1) }
    var request = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout / .seconds(1))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    // 15 kB saved a poll is not worth a decompressor that anyone on the way can make explode.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    return request
  }
}

extension Endpoint<[Ticker]> {
  /// `/tickers`: every pair.
  static var tickers: Endpoint {
    Endpoint(["tickers"]) { body in
      let rows = try JSONDecoder().decode(Rows<Ticker>.self, from: body)
      return try withoutRepeats(rows.elements, omissions: rows.omissions)
    }
  }

  /// A second row of the same pair can't be told from the first, so the first one counts.
  private static func withoutRepeats(
    _ tickers: [Ticker], omissions: [Omission]
  ) throws -> Reading {
    var (seen, unique, omissions) = (Set<Pair>(), [Ticker](), omissions)
    for ticker in tickers {
      if seen.insert(ticker.pair).inserted {
        unique.append(ticker)
      } else {
        omissions.append(Omission("\(ticker.pair) is there twice"))
      }
    }
    return try reading(unique, rows: unique.count, omissions: omissions)
  }
}

extension Endpoint<Ticker> {
  /// `/tickers/SYMBOL`: one pair.
  static func ticker(_ pair: Pair) -> Endpoint {
    Endpoint(["tickers", pair.symbol], pair: pair) { body in
      let ticker = try JSONDecoder().decode(Ticker.self, from: body)
      try ticker.pair.check(is: pair)
      return (ticker, [])
    }
  }
}

extension Endpoint<OrderBook> {
  /// `/l2/SYMBOL` or `/l3/SYMBOL`: the open orders of a pair.
  static func book(_ pair: Pair, _ detail: BookDetail) -> Endpoint {
    Endpoint([detail.rawValue, pair.symbol], pair: pair) { body in
      let answer = try JSONDecoder().decode(BookRows.self, from: body)
      try answer.pair.check(is: pair)
      let (bids, asks) = (answer.bids, answer.asks)
      return try reading(
        OrderBook(pair: pair, bids: bids.elements, asks: asks.elements),
        rows: bids.elements.count + asks.elements.count,
        omissions: bids.omissions + asks.omissions)
    }
  }

  private struct BookRows: Decodable {
    let pair: Pair
    let bids, asks: Rows<OrderBook.Entry>

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: OrderBook.CodingKeys.self)
      pair = try container.decode(Pair.self, forKey: .pair)
      bids = try container.decode(Rows.self, forKey: .bids)
      asks = try container.decode(Rows.self, forKey: .asks)
    }
  }
}

extension Endpoint<[Instrument]> {
  /// `/symbols`: what can be traded.
  static var instruments: Endpoint {
    Endpoint(["symbols"]) { body in
      let list = try JSONDecoder().decode(InstrumentList.self, from: body)
      return try reading(
        list.elements, rows: list.elements.count, omissions: list.omissions)
    }
  }
}

extension Endpoint<Instrument> {
  /// `/symbols/SYMBOL`: one pair.
  static func instrument(_ pair: Pair) -> Endpoint {
    Endpoint(["symbols", pair.symbol], pair: pair) { body in
      (try JSONDecoder().decode(Instrument.self, from: body).named(pair.symbol), [])
    }
  }
}

extension Pair {
  /// An answer about another pair than was asked for is no answer.
  fileprivate func check(is asked: Pair) throws(MarketError) {
    guard self == asked else { throw .malformed("it is about \(self)") }
  }
}
