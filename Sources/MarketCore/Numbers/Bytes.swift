extension UInt8 {
  /// Whether it is a digit of ASCII.
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension ArraySlice<UInt8> {
  /// The text that these bytes are in UTF-8; invalid ones become U+FFFD.
  var text: String { String(decoding: self, as: UTF8.self) }
}
