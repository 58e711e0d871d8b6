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

extension JSONObject {
  /// The candle that begins at this time, with the members with these names. A price of 0 becomes `nil`.
  func candle(
    at time: Date, open: JSONKey, high: JSONKey, low: JSONKey, close: JSONKey, volume: JSONKey,
    quoted: Bool = true
  ) throws -> Candle {
    let (open, high) = (try price(open, quoted: quoted), try price(high, quoted: quoted))
    let (low, close) = (try price(low, quoted: quoted), try price(close, quoted: quoted))
    let volume = try number(volume, quoted: quoted)
    return Candle(time: time, open: open, high: high, low: low, close: close, volume: volume)
  }

  /// Returns the time of a key, sent in whole Unix milliseconds. Throws if it is missing.
  func requiredTime(milliseconds key: JSONKey) throws -> Date {
    if let time = try time(milliseconds: key) { return time }
    throw missing(key)
  }
}
