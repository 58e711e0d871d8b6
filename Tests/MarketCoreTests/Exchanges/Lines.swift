import Foundation
import MarketCore

extension Ticker {
  /// Symbol, last, bid, ask, open, high, low and volume, `-` where unknown.
  var line: String {
    let numbers = [last, bid, ask, open, high, low, volume].map { $0?.plain ?? "-" }
    return ([pair.symbol] + numbers).joined(separator: " ")
  }
}

extension Candle {
  /// The time in Unix seconds, then open, high, low, close and volume, `-` where unknown.
  var line: String {
    let numbers = [open, high, low, close, volume].map { $0?.plain ?? "-" }
    return ([Decimal(time.timeIntervalSince1970).plain] + numbers).joined(separator: " ")
  }
}

extension OrderBook.Entry {
  /// Quantity, price, and how many orders or which one.
  var line: String {
    let orders = orderID.map { "#\($0.line)" } ?? "×\(self.orders.map(String.init) ?? "?")"
    return "\(quantity.plain) @ \(price.plain) \(orders)"
  }
}

extension Instrument {
  /// Symbol, status, tick, lot, least and largest order, least notional, id, name.
  var line: String {
    let numbers = [tickSize, lotSize, minimumOrder, maximumOrder, minimumNotional]
    let texts = [status] + numbers.map { $0?.plain } + [id?.line, name]
    return ([pair.symbol] + texts.map { $0 ?? "-" }).joined(separator: " ")
  }
}

extension Identifier {
  fileprivate var line: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}

extension Date {
  /// So many seconds after 1970, as a line tells the time of a candle.
  static func seconds(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
}
