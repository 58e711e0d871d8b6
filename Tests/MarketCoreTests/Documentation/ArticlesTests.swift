import Foundation
import MarketCore
import Testing

/// The articles about MarketCore. Their examples are lines of the tests in this folder, and the
/// programs of the overview run whole.
struct ArticlesTests {
  @Test(arguments: Articles.names.filter { $0 != "MarketCore" })
  func `every example of an article is one that a test runs`(name: String) throws {
    let examples = try Articles.examples()
    for block in try Articles.blocks(name) {
      let isRun = examples.contains("\n\(block)\n")
      #expect(isRun, "\(name).md: no test has this:\n\(block)")
    }
  }

  @Test func `the articles have examples`() throws {
    let names = try Articles.names.filter { try !Articles.blocks($0).isEmpty }
    #expect(
      names == [
        "Building", "BuildingAnApp", "Errors", "ExactNumbers", "HistoryAndOrders", "JSON",
        "MarketCore",
        "Portfolios", "ShowingAnApp", "Testing", "WayOfAPrice",
      ])
  }

  @Test(arguments: Articles.names)
  func `an article has at most 150 lines, without its list of topics`(name: String) throws {
    #expect(try Articles.lines(name).prefix { $0 != "## Topics" }.count <= 151)
  }

  private static let errors: [(name: String, error: MarketError)] = [
    ("unreachable(_:)", .unreachable("")), ("timedOut(seconds:)", .timedOut(seconds: 1)),
    ("rateLimited(retryAfter:)", .rateLimited(retryAfter: nil)),
    ("httpStatus(_:retryAfter:)", .httpStatus(500, retryAfter: nil)),
    ("httpStatus(_:retryAfter:)", .httpStatus(403, retryAfter: nil)),
    ("exchangeError(message:isTransient:)", .exchangeError(message: "", isTransient: true)),
    ("exchangeError(message:isTransient:)", .exchangeError(message: "", isTransient: false)),
    ("dataUnavailable(_:status:)", .dataUnavailable(Pair(symbol: "BTC-USD"), status: 500)),
    ("untrusted(_:)", .untrusted("")), ("malformed(_:)", .malformed("")),
    ("tooLarge(limit:)", .tooLarge(limit: 1)),
    ("unknownSymbol(_:near:)", .unknownSymbol("", near: [])),
    ("unknownCoin(_:near:)", .unknownCoin("", near: [])),
    ("unknownCurrency(_:near:)", .unknownCurrency("", near: [])),
    ("notRequestable(_:)", .notRequestable(Pair(symbol: "é-USD"))),
    ("unsupported(_:)", .unsupported("")),
    ("missing(_:)", .missing("")), ("notAnswered", .notAnswered), ("ended(_:)", .ended("")),
    ("notKept(_:)", .notKept("")), ("cancelled", .cancelled),
  ]

  @Test(arguments: errors)
  func `the table of errors says what each one means`(name: String, error: MarketError) throws {
    let facts = [error.isTransient ? "yes" : "no", error.isPermanent ? "ends" : "continues"]
    let cells = "| \(facts.joined(separator: " | ")) |"
    let rows = try Articles.lines("Errors").filter { $0.contains("| ``MarketError/\(name)``") }
    #expect(rows.contains { $0.contains(cells) }, "\(cells)")
  }

  @Test func `the table of errors has every case`() throws {
    let file = "Sources/MarketCore/Models/MarketError.swift"
    let source = try String(contentsOf: Articles.repository.appending(path: file), encoding: .utf8)
    let cases = source.split(separator: "\n").filter { $0.hasPrefix("  case ") }
      .map { $0.dropFirst("  case ".count).prefix { $0.isLetter } }
    #expect(Set(cases) == Set(Self.errors.map { $0.name.prefix { $0.isLetter } }))
  }
}
