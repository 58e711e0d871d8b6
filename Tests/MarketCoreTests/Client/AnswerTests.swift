import MarketCore
import Testing

struct AnswerTests {
  @Test(
    arguments: [
      ([], nil), (["a"], "left out 1 row: a"), (["a", "b"], "left out 2 rows: a; b"),
      (["a", "b", "c"], "left out 3 rows: a; b; c"),
      (["a", "b", "c", "d"], "left out 4 rows: a; b; c; and 1 more"),
      (["a", "b", "c", "d", "e"], "left out 5 rows: a; b; c; and 2 more"),
    ] as [([String], String?)])
  func `what was left out is counted, and the first three told`(
    reasons: [String], sentence: String?
  ) {
    #expect(reasons.map(Omission.init(_:)).sentence == sentence)
  }
}
