import MarketCore
import Testing

struct WarningTests {
  @Test(
    arguments: [
      ([], []), (["a"], ["left out 1 row: a"]), (["a", "b"], ["left out 2 rows: a; b"]),
      (["a", "b", "c"], ["left out 3 rows: a; b; c"]),
      (["a", "b", "c", "d"], ["left out 4 rows: a; b; c; and 1 more"]),
      (["a", "b", "c", "d", "e"], ["left out 5 rows: a; b; c; and 2 more"]),
    ] as [([String], [String])])
  func `rows left out are counted, with the reasons of the first three`(
    reasons: [String], sentences: [String]
  ) {
    #expect(reasons.map(Warning.rowLeftOut).sentences == sentences)
  }

  @Test func `notes follow the rows left out, a line each`() {
    let warnings: [Warning] = [.note("x"), .rowLeftOut("a"), .note("y")]
    #expect(warnings.sentences == ["left out 1 row: a", "x", "y"])
  }
}
