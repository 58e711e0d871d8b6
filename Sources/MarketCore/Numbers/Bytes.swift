extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension ArraySlice<UInt8> {
  /// The bytes decoded as UTF-8. Invalid bytes become U+FFFD.
  var text: String { String(decoding: self, as: UTF8.self) }
}
