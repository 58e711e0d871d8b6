import Foundation

extension Data {
  /// JSON without escapes of half a character, as in `\ud800`, which no decoder accepts: each becomes
  /// U+FFFD.
  var withoutLoneSurrogates: Data {
    var (result, rest) = (Data(capacity: count), self[...])
    while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
      result.append(rest[..<start])
      rest = rest[start...]
      let pair = rest.prefix(12)
      let length =
        switch (pair.prefix(6).surrogate, pair.dropFirst(6).surrogate) {
        case (let high?, let low?) where UTF16.isLeadSurrogate(high) && UTF16.isTrailSurrogate(low):
          12
        case (nil, _): 2
        default: 6
        }
      result.append(length == 6 ? Data(#"\ufffd"#.utf8) : rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    result.append(rest)
    return result
  }

  /// The half of a character that an escape is, if it is one.
  private var surrogate: UInt16? {
    // The third byte tells most escapes apart at once.
    guard count == 6, self[startIndex + 1] == UInt8(ascii: "u"),
      self[startIndex + 2] | 0x20 == UInt8(ascii: "d"),
      let unit = UInt16(String(decoding: dropFirst(2), as: UTF8.self), radix: 16),
      UTF16.isLeadSurrogate(unit) || UTF16.isTrailSurrogate(unit)
    else { return nil }
    return unit
  }
}
