import Foundation

extension Bitfinex {
  /// `["UST","USDt"]`: what a code stands for, or its name.
  struct WireCode: Decodable {
    let code, name: String

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      code = try container.decode(String.self)
      name = try container.decode(String.self)
      guard name.contains(where: { !$0.isWhitespace }) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "empty")
      }
    }
  }

  /// `["BTCUSD",[null,null,null,"0.00004","2000.0",…]]`: sizes of orders, in the base currency.
  struct WireSizes: Decodable {
    let name: String
    let minimum, maximum: Decimal?

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      name = try container.decode(String.self)
      var sizes = try container.nestedUnkeyedContainer()
      try sizes.skip(3)
      minimum = try sizes.number(quoted: true)
      maximum = try sizes.number(quoted: true)
    }
  }
}
