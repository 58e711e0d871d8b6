import Foundation

/// A row of `/book`: a bid where the amount is above 0, an ask where it is below.
protocol BitfinexBookRow: Decodable {
  var amount: Decimal { get }
  var entry: OrderBook.Entry { get }
}

extension Bitfinex {
  /// `[PRICE, COUNT, AMOUNT]`, of precisions `P0` to `P4`.
  struct WireLevel: BitfinexBookRow {
    let price: Decimal
    let count: Int64?
    let amount: Decimal

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      price = try container.requiredNumber()
      count = try container.wholeNumber()
      amount = try container.amount()
    }

    var entry: OrderBook.Entry {
      OrderBook.Entry(price: price, quantity: abs(amount), orders: count)
    }
  }

  /// `[ORDER_ID, PRICE, AMOUNT]`, of precision `R0`.
  struct WireOrder: BitfinexBookRow {
    let id: Int64?
    let price: Decimal
    let amount: Decimal

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      id = try container.wholeNumber()
      price = try container.requiredNumber()
      amount = try container.amount()
    }

    var entry: OrderBook.Entry {
      OrderBook.Entry(price: price, quantity: abs(amount), orderID: id.map { .number($0) })
    }
  }
}

extension UnkeyedDecodingContainer {
  /// The next whole number; `nil` for anything else, which is passed over.
  fileprivate mutating func wholeNumber() throws -> Int64? {
    let number = (try? decode(Int64.self)) ?? (try? decode(String.self)).flatMap { Int64($0) }
    if number == nil { try skip() }
    return number
  }

  /// The amount of an order or a level: 0 offers nothing.
  fileprivate mutating func amount() throws -> Decimal {
    let place = self
    let amount = try requiredNumber()
    guard !amount.isZero else {
      throw DecodingError.dataCorruptedError(in: place, debugDescription: "0")
    }
    return amount
  }
}
