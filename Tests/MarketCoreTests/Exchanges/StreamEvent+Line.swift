import Foundation
import MarketCore

extension StreamEvent {
  /// The event in one line, as in `BTC-USD last 1.5 bid - volume 0`: the values that the event has, with a dash
  /// for an unknown one.
  var line: String {
    switch self {
    case .ticker(let update): update.line
    case .book(let update): update.line
    case .subscribed: "subscribed"
    case .needsBook(let pair): "needs book of \(pair)"
    case .gap(let numbers): "gap: \(numbers)"
    case .refused(let pair, let error): "refused \(pair?.symbol ?? "all"): \(error)"
    case .ending(let reason): "ending: \(reason)"
    case .failed(let error): "failed: \(error)"
    }
  }
}

extension BookUpdate {
  /// The update as in `BTC-USD whole bids 1.50×2 asks 3×0.10 checksum 5`, with the texts of the exchange.
  fileprivate var line: String {
    func side(_ name: String, _ levels: [BookLevel]) -> [String] {
      levels.isEmpty
        ? []
        : [name]
          + levels.map { level in
            "\(level.priceText)×\(level.quantity.isZero ? "0" : level.quantityText)"
              + (level.orders.map { "(\($0))" } ?? "")
          }
    }
    let sum = checksum.map { ["checksum \($0)"] } ?? []
    return
      ([pair.symbol, isWhole ? "whole" : "update"] + side("bids", bids) + side("asks", asks) + sum)
      .joined(separator: " ")
  }
}

extension TickerUpdate {
  fileprivate var line: String {
    let numbers = [
      ("last", last), ("bid", bid), ("ask", ask), ("open", open), ("high", high), ("low", low),
      ("volume", volume),
    ].compactMap { name, value in value.map { "\(name) \($0?.plain ?? "-")" } }
    let reference = changeReference.map { ["from \($0.rawValue)"] } ?? []
    let time = tradedAt.map { ["at \($0.timeIntervalSince1970)"] } ?? []
    return ([pair.symbol] + numbers + reference + time).joined(separator: " ")
  }
}

extension ExchangeStream {
  /// The lines of the events of these messages.
  mutating func lines(_ messages: String...) throws -> [String] {
    try messages.flatMap { try events(in: Data($0.utf8)) }.map(\.line)
  }
}
