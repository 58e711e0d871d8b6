import MarketCore

extension MarketClient {
  /// Asks a question by its name: `tickers`, or of a pair `price`, `book`, `orders`, `candles` or
  /// `instrument`.
  func ask(_ question: String, _ pair: Pair) async throws(MarketError) {
    switch question {
    case "tickers": _ = try await tickers(details: .none).get()
    case "price": _ = try await tickers(of: [pair], details: .none).get()
    case "book": _ = try await book(of: pair).get()
    case "orders": _ = try await book(of: pair, detail: .orders).get()
    case "candles": _ = try await candles(of: pair, period: .oneHour).get()
    default: _ = try await instrument(of: pair).get()
    }
  }
}
