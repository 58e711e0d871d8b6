import Foundation
import StubExchange
import Synchronization

/// An exchange whose prices change with every request, and that fails when it is told to.
final class LiveExchange: Sendable {
  private let fault: Fault
  private let exchange: StubExchange

  init() throws {
    let fault = Fault()
    self.fault = fault
    exchange = try StubExchange { request in
      if let reply = fault.reply { return reply }
      if request.path.contains("/l2/") { return .json(Self.book) }
      return .json(Self.tickers(100 + request.number))
    }
  }

  /// What it answers instead; `nil` while it does as it should.
  var reply: Reply? {
    get { fault.reply }
    set { fault.reply = newValue }
  }

  var url: String { exchange.url.absoluteString }
  var requests: [Request] { exchange.requests }

  private static let book =
    #"{"symbol":"BTC-USD","bids":[{"px":99,"qty":2,"num":1}],"asks":[{"px":101,"qty":3,"num":2}]}"#

  private static func tickers(_ price: Int) -> String {
    #"[{"symbol":"BTC-USD","price_24h":100,"volume_24h":54.7,"last_trade_price":\#(price)},"#
      + #"{"symbol":"ETH-USD","price_24h":50,"volume_24h":5,"last_trade_price":50}]"#
  }

  private final class Fault: Sendable {
    private let state = Mutex<Reply?>(nil)
    var reply: Reply? {
      get { state.withLock(\.self) }
      set { state.withLock { $0 = newValue } }
    }
  }
}
