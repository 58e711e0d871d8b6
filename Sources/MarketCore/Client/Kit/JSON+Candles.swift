import Foundation

extension JSONArray {
  /// The candles in an array of arrays. Each row is a Unix time, in `units` per second, and then the
  /// values of `fields`; an element whose field is `nil` is skipped. `isUnconfirmed` reads the rest of a
  /// row, and returns ``Candle/isUnconfirmed``. A price of 0 becomes `nil`.
  func candles(
    _ fields: [KeyPath<Candle, Decimal?>?], units: Decimal = 1, quoted: Bool = false,
    quotedTime: Bool = false, isUnconfirmed: (inout JSONArray) throws -> Bool = { _ in false }
  ) throws -> Rows<Candle> {
    let places = [\Candle.open, \.high, \.low, \.close, \.volume].map { fields.firstIndex(of: $0) }
    return try arrays { row in
      let time = try row.time(units: units, quoted: quotedTime)
      var numbers: [Decimal?] = []
      for field in fields {
        if field == nil { try row.skip() }
        numbers.append(field == nil ? nil : try row.number(quoted: quoted))
      }
      let values = places.map { $0.flatMap { numbers[$0] } }
      return Candle(
        time: time, open: values[0].nilIfZero, high: values[1].nilIfZero, low: values[2].nilIfZero,
        close: values[3].nilIfZero, volume: values[4], isUnconfirmed: try isUnconfirmed(&row))
    }
  }
}
