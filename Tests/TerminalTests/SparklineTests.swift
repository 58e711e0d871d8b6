import Terminal
import Testing

struct SparklineTests {
  @Test(
    arguments: [
      ([], ""), ([1], "▄"), ([1, 2], "▁█"), ([2, 1], "█▁"), ([5, 5, 5], "▄▄▄"), ([0, 0], "▄▄"),
      ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"), ([-1, 1, 0], "▁█▅"), ([1, nil, 3], "▁·█"),
      ([nil, nil], "··"), ([nil, 4], "·▄"), ([1e-9, 2e-9], "▁█"),
      ([26_000, 26_001, 25_999], "▅█▁"),
      ([1, 1.0001, 100], "▁▁█"),
    ] as [([Double?], String)])
  func `the lowest is low, the highest high, and what is missing a point`(
    values: [Double?], line: String
  ) {
    #expect(BlockGraphics.sparkline(values) == line)
  }

  @Test func `it takes a column for each value, even of the largest`() {
    let values: [Double?] = [-.greatestFiniteMagnitude / 4, nil, .greatestFiniteMagnitude / 4, 0]
    #expect(BlockGraphics.sparkline(values).count == 4)
  }
}
