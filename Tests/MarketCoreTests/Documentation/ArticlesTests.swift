import MarketCore
import Testing

/// The articles say what the code does: their examples are those that the tests beside this one
/// compile and run, line by line but for indentation. The programs of the overview are run whole.
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
    #expect(names == ["Building", "Errors", "ExactNumbers", "MarketCore", "WayOfAPrice"])
  }

  @Test(
    arguments: [
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
      ("notRequestable(_:)", .notRequestable(Pair(symbol: "é-USD"))),
      ("missing(_:)", .missing("")), ("notAnswered", .notAnswered),
      ("ended(_:)", .ended("")),
      ("notKept(_:)", .notKept("")), ("cancelled", .cancelled),
    ] as [(String, MarketError)])
  func `the table of errors says what each one means`(name: String, error: MarketError) throws {
    let facts = [error.isTransient ? "yes" : "no", error.isPermanent ? "ends" : "continues"]
    let cells = "| \(facts.joined(separator: " | ")) |"
    let rows = try Articles.lines("Errors").filter { $0.contains("| ``MarketError/\(name)``") }
    #expect(rows.contains { $0.contains(cells) }, "\(cells)")
  }
}
