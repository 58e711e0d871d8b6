import Foundation
import TestTools

/// A program that reads price directives.
enum PriceReader: String, CaseIterable {
  case hledger, ledger, beancount

  /// A price as it was read.
  struct Price: Hashable, CustomStringConvertible {
    let date: String
    let base: String
    /// In plain digits.
    let amount: String
    let quote: String

    var description: String { "\(date) \(base) \(amount) \(quote)" }
  }

  struct Refused: Error { let reason: String }

  /// The programs that have to be there.
  private var tools: [Tool] {
    (self == .beancount ? ["bean-check", "bean-query"] : [rawValue]).map(Tool.init)
  }

  /// Those that are installed.
  static let installed = allCases.filter { $0.tools.allSatisfy(\.isInstalled) }

  /// The prices that the program reads in directives; it must not complain.
  func prices(_ directives: String) throws -> [Price] {
    switch self {
    case .hledger:
      return try Self.prices(
        run(tools[0], directives) { ["-f", $0, "prices"] }, /(?s)P (\S+) (.*)/)
    case .ledger:
      // Of all prices at one time its report has one of each currency, and none of a currency that
      // no posting has.
      let lines = directives.split(separator: "\n")
      let quotes = Dictionary(grouping: lines) { Self.names($0).last ?? "" }
      return try quotes.values.flatMap { lines in
        let names = Set(lines.flatMap(Self.names)).map { "  a  1 \($0)\n" }.joined()
        let journal = lines.joined(separator: "\n") + "\n\n2026-11-21 x\n\(names)  b\n"
        return try Self.prices(
          run(tools[0], journal) { ["-f", $0, "--now", "2030/01/01", "pricedb"] },
          /(?s)P (\S+) [0-9:]+ (.*)/)
      }
    case .beancount:
      guard try run(tools[0], directives, { [$0] }).isEmpty else { throw Refused(reason: "") }
      return try Self.prices(
        run(tools[1], directives) { [$0, "print"] }, /(\S+) price (.*)/)
    }
  }

  private func run(
    _ tool: Tool, _ journal: String, _ arguments: (_ file: String) -> [String]
  ) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(journal, to: "journal")
    let (output, errors) = try tool.run(
      arguments("journal"), in: folder.url, environment: ["LC_ALL": "C.UTF-8"])
    guard errors.isEmpty else { throw Refused(reason: errors) }
    return output
  }

  /// The two names of a directive of ledger, in their quotes.
  private static func names(_ line: Substring) -> [String] {
    guard let match = line.wholeMatch(of: /P \S+ \S+ ("[^"]*"|[^ ]+) \S+ ("[^"]*"|[^ ]+)/) else {
      return []
    }
    return [String(match.1), String(match.2)]
  }

  /// The prices of a report, in whose lines a date is followed by base, amount and quote.
  private static func prices(
    _ report: String, _ line: Regex<(Substring, Substring, Substring)>
  ) throws -> [Price] {
    try report.unicodeScalars.split(separator: "\n").map { scalars in
      let text = String(String.UnicodeScalarView(scalars))
      guard let (_, date, rest) = try line.wholeMatch(in: text)?.output,
        let price = String(rest).wholeMatch(of: /(?s)"?(.+?)"? +(-?[0-9.]+) "?(.+?)"?/)
      else { throw Refused(reason: text) }
      return Price(
        date: String(date).replacing("/", with: "-"), base: String(price.1),
        amount: plainDigits(String(price.2)), quote: String(price.3))
    }
  }
}
