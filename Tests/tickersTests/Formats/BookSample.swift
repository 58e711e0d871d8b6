import Foundation
import StubExchange
import Terminal

/// A level of a book as the exchange sends it: price and quantity.
typealias Level = (price: String, quantity: String)

extension StubExchange {
  /// An exchange that answers each poll with the next of these books, and with the last for ever.
  static func books(_ books: (bids: [Level], asks: [Level])...) throws -> StubExchange {
    func levels(_ levels: [Level]) -> String {
      let objects = levels.enumerated().map { index, level in
        #"{"px":\#(level.price),"qty":\#(level.quantity),"num":\#(index % 3 + 1)}"#
      }
      return "[\(objects.joined(separator: ","))]"
    }
    let answers = books.map {
      #"{"symbol":"BTC-USD","bids":\#(levels($0.bids)),"asks":\#(levels($0.asks))}"#
    }
    return try StubExchange { .json(answers[min($0.number, answers.count - 1)]) }
  }
}

extension TestWorld {
  /// What `book BTC-USD --once` prints with these options, of such a book.
  static func book(
    bids: [Level], asks: [Level], terminal: TerminalSize? = nil, _ options: [String] = []
  ) async throws -> Outcome {
    let exchange = try StubExchange.books((bids, asks))
    var world = TestWorld(environment: ["NO_COLOR": "1"])
    world.terminal = terminal
    return await world.run(
      ["book", "BTC-USD", "--once", "--url", exchange.url.absoluteString] + options)
  }
}
