import Foundation
import Synchronization
import Testing

@testable import MarketCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An exchange whose recorded answers are changed.
final class FaultyMarket: Sendable {
  enum Fault {
    /// Lists have no rows.
    case empty
    /// Lists lack these pairs, and requests that name them are rejected.
    case gone([Pair])
    /// Every request is rejected, as one about an unknown pair is.
    case unknown

    static func gone(_ pairs: Pair...) -> Fault { .gone(pairs) }
  }

  let client: MarketClient
  private let state = Mutex<Fault?>(nil)

  /// What is wrong with the answers from now on.
  var fault: Fault? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  init(_ exchange: any Exchange) {
    let recorded = MarketClient.recorded(exchange)
    let fault = Mutex<@Sendable () -> Fault?>({ nil })
    client = recorded.with(
      Transport { request in
        let current = fault.withLock(\.self)()
        let result = await recorded.transport.send(request)
        guard let current else { return result }
        return Self.result(current, result, to: request, of: exchange.id)
      })
    fault.withLock { $0 = { [weak self] in self?.fault } }
  }

  /// What each exchange sends for an unknown pair. A further exchange needs its own.
  private static let unknown: [ExchangeID: Transport.Response] = [
    "blockchain": .text("Internal server error", status: 500),
    "bitfinex": .text(#"["error",10020,"symbol: invalid"]"#, status: 500),
    "kraken": .text(#"{"error":["EQuery:Unknown asset pair"]}"#),
    "coinbase": .text(#"{"message":"NotFound"}"#, status: 404),
    "bitstamp": .text("", status: 404),
    "binance": .text(#"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400),
    "okx": .text(#"{"code":"51001","data":[],"msg":"Instrument ID doesn't exist."}"#),
    "bybit": .text(#"{"result":{},"retCode":10001,"retMsg":"Not supported symbols"}"#),
    "gate": .text(#"{"label":"INVALID_CURRENCY","message":"Invalid currency X"}"#, status: 400),
    "kucoin": .text(#"{"msg":"Trading pair X does not exist.","code":"900001"}"#),
    "bitget": .text(
      #"{"code":"40034","data":null,"msg":"Parameter X does not exist"}"#, status: 400),
    "cryptocom": .text(#"{"code":40004,"message":"Invalid instrument_name"}"#, status: 400),
    "upbit": .text(#"{"error":{"name":404,"message":"Code not found"}}"#, status: 404),
    "bitvavo": .text(
      #"{"errorCode":205,"error":"market parameter is invalid."}"#, status: 400),
    "bitso": .text(#"{"error":{"code":20,"message":"Unknown OrderBook"}}"#, status: 400),
  ]

  private static func result(
    _ fault: Fault, _ result: Result<Transport.Response, MarketError>, to request: URLRequest,
    of exchange: ExchangeID
  ) -> Result<Transport.Response, MarketError> {
    guard let unknown = unknown[exchange] else {
      Issue.record("the response of \(exchange) for an unknown pair is not known")
      return result
    }
    let target = codes(in: request.url?.absoluteString.removingPercentEncoding ?? "")
    var isListed: (String) -> Bool = { _ in false }
    switch fault {
    case .unknown: return .success(unknown)
    case .gone(let pairs):
      let names = pairs.map { pair in
        codes(in: exchange == "upbit" ? (pair.quote ?? "") + (pair.base ?? "") : pair.symbol)
      }
      if names.contains(where: target.contains) { return .success(unknown) }
      let all = Set(names + names.map { "T\($0)" })
      isListed = { !all.contains(codes(in: $0)) }
    case .empty: break
    }
    guard case .success(var response) = result,
      let json = try? JSONDecoder().decode(JSONValue.self, from: response.body),
      let body = try? JSONEncoder().encode(json.keeping(isListed))
    else { return result }
    response.body = body
    return .success(response)
  }

  private static func codes(in name: String) -> String {
    name.filter { $0.isLetter || $0.isNumber }.uppercased()
  }
}

extension JSONValue {
  /// The same lists with the rows that are kept by name.
  fileprivate func keeping(_ isKept: (String) -> Bool) -> JSONValue {
    switch self {
    // A list of lists, such as a configuration.
    case .array(let rows) where !rows.isEmpty && rows.allSatisfy { $0.isList }:
      .array(rows.map { $0.keeping(isKept) })
    case .array(let rows): .array(rows.filter { row in row.names.allSatisfy(isKept) })
    case .object(let members):
      .object(
        members.reduce(into: [:]) { result, member in
          let (key, value) = member
          // A row of an object has its name as the key.
          if case .object = value, !["result", "data", "payload"].contains(key) {
            result[key] = isKept(key) ? value : nil
          } else {
            result[key] = value.keeping(isKept)
          }
        })
    default: self
    }
  }

  /// Whether it is an array of rows, and not a row.
  private var isList: Bool {
    guard case .array(let rows) = self, let first = rows.first else { return false }
    switch first {
    case .array, .object: return true
    case .text: return rows.count > 3 && rows.allSatisfy(\.isName)
    default: return false
    }
  }

  private var isName: Bool {
    if case .text(let text) = self { text.contains { $0.isLetter } } else { false }
  }

  /// The texts that may be the name of a row; an empty one if there are none.
  private var names: [String] {
    switch self {
    case .text(let text): [text]
    case .array(let values): values.first?.names ?? [""]
    case .object(let members):
      ["symbol", "id", "pair", "name", "instId", "market", "book", "i", "currency_pair"].map {
        key in
        if case .text(let text) = members[key] { text } else { "" }
      }
    default: [""]
    }
  }
}
