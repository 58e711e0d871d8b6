import Terminal

/// A level of a book as the exchange sends it: price and quantity.
typealias Level = (price: String, quantity: String)

extension TestWorld {
  /// A world with one book.
  static func ofBook(bids: [Level], asks: [Level]) -> TestWorld {
    func levels(_ levels: [Level]) -> String {
      let objects = levels.enumerated().map { index, level in
        #"{"px":\#(level.price),"qty":\#(level.quantity),"num":\#(index % 3 + 1)}"#
      }
      return "[\(objects.joined(separator: ","))]"
    }
    let book = #"{"symbol":"BTC-USD","bids":\#(levels(bids)),"asks":\#(levels(asks))}"#
    return answering { _ in book }
  }

  /// What `book BTC-USD --once` prints with these options, of such a book.
  static func book(
    bids: [Level], asks: [Level], terminal: TerminalSize? = nil, _ options: [String] = []
  ) async -> Outcome {
    var world = ofBook(bids: bids, asks: asks)
    world.environment = ["NO_COLOR": "1"]
    world.terminal = terminal
    return await world.run(["book", "BTC-USD", "--once"] + options)
  }
}
