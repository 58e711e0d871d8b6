import Foundation
@testable import MarketCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An exchange of a few answers by path and query, as in `products/stats`, which keeps what it was
/// asked. What it has no answer for fails in the way of that exchange.
final class CannedMarket: Sendable {
  /// Asks this exchange without regard to its limits.
  let client: MarketClient

  private let exchange: any Exchange
  private let transport: Transport
  private let facts = Facts()
  private let log: Log

  private final class Log: Sendable {
    let asked = Mutex<[String]>([])
    let answers: Mutex<[String: Transport.Response]>

    init(_ answers: [String: Transport.Response]) { self.answers = Mutex(answers) }
  }

  /// Bodies under status 200, and other responses.
  init(
    _ exchange: any Exchange, _ bodies: [String: String] = [:],
    responses: [String: Transport.Response] = [:], otherwise: Transport.Response
  ) {
    let log = Log(bodies.mapValues { .text($0) }.merging(responses) { $1 })
    let base = URL(filePath: "/market")
    self.log = log
    self.exchange = exchange
    transport = Transport { request in
      let target = request.target(below: base).description
      log.asked.withLock { $0.append(target) }
      return .success(log.answers.withLock { $0[target] } ?? otherwise)
    }
    client = MarketClient(
      transport, exchange: exchange, base: base, timeout: .patient, keepsLimits: false)
  }

  /// What was asked, in order.
  var asked: [String] { log.asked.withLock(\.self) }

  /// What was asked, by name: for requests that are made side by side.
  var askedSorted: [String] { asked.sorted() }

  func forget() { log.asked.withLock { $0 = [] } }

  func answer(_ target: String, with response: Transport.Response) {
    log.answers.withLock { $0[target] = response }
  }

  /// One page of candles.
  func candles(
    _ symbol: String, _ period: Period, from start: Double? = nil, before end: Double? = nil
  ) async throws(MarketError) -> Answer<[Candle]> {
    let session = ExchangeSession(
      exchange, transport, base: URL(filePath: "/market"), source: "canned", facts: facts,
      timeout: .patient, limiter: nil)
    return try await exchange.candles(
      of: Pair(symbol: symbol), period: period, from: start.map(Date.init(timeIntervalSince1970:)),
      before: end.map(Date.init(timeIntervalSince1970:)), over: session)
  }
}

extension Candle {
  /// The time in Unix seconds, then open, high, low, close and volume, `-` where unknown.
  var line: String {
    let numbers = [open, high, low, close, volume].map { $0?.plain ?? "-" }
    return (["\(Int(time.timeIntervalSince1970))"] + numbers).joined(separator: " ")
  }
}

extension Ticker {
  /// Symbol, last, bid, ask, open, high, low and volume, `-` where unknown.
  var line: String {
    let numbers = [last, bid, ask, open, high, low, volume].map { $0?.plain ?? "-" }
    return ([pair.symbol] + numbers).joined(separator: " ")
  }
}

extension OrderBook.Entry {
  /// Quantity, price, and how many orders or which one.
  var line: String {
    let last =
      switch orderID {
      case .number(let number): "#\(number)"
      case .text(let text): "#\(text)"
      case nil: orders.map { "×\($0)" } ?? "×?"
      }
    return "\(quantity.plain) @ \(price.plain) \(last)"
  }
}

extension Instrument {
  /// Symbol, status, tick, lot, least and largest order, least notional, id, name.
  var line: String {
    let numbers = [tickSize, lotSize, minimumOrder, maximumOrder, minimumNotional]
    let id: String? =
      switch self.id {
      case .number(let number): "\(number)"
      case .text(let text): text
      case nil: nil
      }
    let texts = [status?.rawValue] + numbers.map { $0?.plain } + [id, name]
    return ([pair.symbol] + texts.map { $0 ?? "-" }).joined(separator: " ")
  }
}
