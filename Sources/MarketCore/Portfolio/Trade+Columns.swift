import Foundation

extension Trade: Row {
  /// The columns of a holdings file. A file with these values has the same trades.
  public enum Columns {
    public static let symbol = Column<Trade>(
      "symbol", "Pair (BTC-USD), or the traded currency", \.holding.pair.symbol)
    public static let side = Column<Trade>("side", "buy or sell") {
      $0.quantity < 0 ? "sell" : "buy"
    }
    public static let quantity = Column<Trade>(
      "quantity", .quantity, "Quantity without the fee (base currency)", \.quantity.magnitude)
    public static let unitCost = Column<Trade>("unit_cost", "Price of one unit", \.price?.text)
    public static let fee = Column<Trade>("fee", "Fee", \.fee?.text)
    public static let exchange = Column<Trade>(
      "exchange", "Exchange; unknown for cash", \.holding.exchange?.rawValue)
    public static let date = Column<Trade>("date", "Day or time in UTC") { trade in
      trade.time.map { time in
        let text = time.rfc3339
        return trade.isDay ? String(text.prefix { $0 != "T" }) : text.replacing(".000Z", with: "Z")
      }
    }
    public static let account = Column<Trade>("account", "Account", \.holding.account)
  }
  public static let columns: [Column<Trade>] = [
    Columns.symbol, Columns.side, Columns.quantity, Columns.unitCost, Columns.fee, Columns.exchange,
    Columns.date, Columns.account,
  ]
}

extension Trade.Money {
  /// The amount and the code of its currency, if it has one: `20000 EUR`.
  fileprivate var text: String {
    ([amount.plain] + [currency].compactMap(\.self)).joined(separator: " ")
  }
}
