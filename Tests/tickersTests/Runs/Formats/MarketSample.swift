import Foundation
import StubExchange

@testable import tickers

extension TestWorld {
  /// What a command prints in every format for data, from the same answers.
  func rows(_ arguments: [String]) async throws -> [DataFormat: [DataFormat.Row]] {
    var rows: [DataFormat: [DataFormat.Row]] = [:]
    for format in DataFormat.allCases {
      let outcome = await run(arguments + ["--quiet", "--format", format.rawValue])
      rows[format] = try format.rows(outcome.output)
    }
    return rows
  }
}

extension StubExchange {
  /// An exchange with one list of tickers, one book and one list of symbols.
  static func market(
    tickers: String = "[]", book: String = "{}", symbols: String = "{}"
  ) throws -> StubExchange {
    try StubExchange { request in
      if request.path.contains("/l2/") { return .json(book) }
      if request.path.hasSuffix("/symbols") { return .json(symbols) }
      return .json(tickers)
    }
  }
}

/// A number of JSON in plain digits: no exponent, no zeros at the ends.
func plainDigits(_ number: String) -> String {
  let parts = number.lowercased().split(separator: "e")
  let minus = parts[0].hasPrefix("-")
  let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
  let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
  let fraction = mantissa.count == 2 ? String(mantissa[1]) : ""
  var digits = mantissa[0] + fraction
  let missing = max(0, fraction.count - exponent + 1 - digits.count)
  digits = String(repeating: "0", count: missing) + digits
  digits += String(repeating: "0", count: max(0, exponent - fraction.count))
  let decimals = max(0, fraction.count - exponent)
  let whole = digits.dropLast(decimals).drop { $0 == "0" }
  var rest = digits.suffix(decimals)
  while rest.last == "0" { rest.removeLast() }
  let plain = (whole.isEmpty ? "0" : whole) + (rest.isEmpty ? "" : "." + rest)
  return minus && plain != "0" ? "-\(plain)" : String(plain)
}

// Compiled once: it is matched some hundred thousand times.
nonisolated(unsafe) private let plainNumber = /-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?/

/// Whether a number is written as machines are promised it.
func isPlainNumber(_ text: String) -> Bool {
  text.wholeMatch(of: plainNumber) != nil && text != "-0"
}
