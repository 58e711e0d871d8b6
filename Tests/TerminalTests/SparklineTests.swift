import Terminal
import Testing

/// Sparklines of values.
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

  @Test(
    arguments: [
      (2, "▁█"), (3, "▁▅█"), (5, "▁▃▅▆█"), (8, "▁▂▃▄▅▆▇█"), (9, "▁▂▃▄▅▆▇█"), (0, ""),
    ])
  func `where there is less room it has the first value, the last, and some between`(
    width: Int, line: String
  ) {
    let values = [0, 1, 2, 3, 4, 5, 6, 7].map(Double?.some)
    #expect(BlockGraphics.sparkline(values, width: width) == line)
  }

  @Test(arguments: 1...70) func `it is as wide as its room at most, and ends with the last value`(
    width: Int
  ) {
    let values = Array(repeating: 0.0, count: 60) + [1]
    let line = BlockGraphics.sparkline(values, width: width)
    #expect(line.count == min(width, 61))
    #expect(width == 1 || line == String(repeating: "▁", count: line.count - 1) + "█")
  }

  @Test func `it takes a column for each value, even of the largest`() {
    let values: [Double?] = [-.greatestFiniteMagnitude / 4, nil, .greatestFiniteMagnitude / 4, 0]
    #expect(BlockGraphics.sparkline(values).count == 4)
  }
}
