import MarketCore
import Testing

/// The sentences of warnings about skipped rows.
struct WarningTests {
  @Test(
    arguments: [
      ([], []), (["a"], ["skipped 1 invalid row: a"]),
      (["a", "b"], ["skipped 2 invalid rows: a; b"]),
      (["a", "b", "c"], ["skipped 3 invalid rows: a; b; c"]),
      (["a", "b", "c", "d"], ["skipped 4 invalid rows: a; b; c; and 1 more"]),
      (["a", "b", "c", "d", "e"], ["skipped 5 invalid rows: a; b; c; and 2 more"]),
    ] as [([String], [String])])
  func `rows left out are counted, with the reasons of the first three`(
    reasons: [String], sentences: [String]
  ) {
    #expect(Warning.sentences(for: reasons.map(Warning.rowSkipped)) == sentences)
  }

  @Test func `notes follow the rows left out, a line each`() {
    let warnings: [Warning] = [.note("x"), .rowSkipped("a"), .note("y")]
    #expect(Warning.sentences(for: warnings) == ["skipped 1 invalid row: a", "x", "y"])
  }
}
