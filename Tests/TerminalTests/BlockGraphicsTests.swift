import Terminal
import Testing

/// Bars that are drawn with block characters.
struct BlockGraphicsTests {
  @Test(arguments: [
    (0, ""), (0.125, "▏"), (0.25, "▎"), (0.375, "▍"), (0.5, "▌"), (0.625, "▋"), (0.75, "▊"),
    (0.875, "▉"), (1, "█"),
  ])
  func `a bar is exact to an eighth of a character`(share: Double, bar: String) {
    #expect(BlockGraphics.bar(share, width: 1) == bar)
    #expect(BlockGraphics.bar(share / 4, width: 4) == bar)
    #expect(BlockGraphics.bar((share + 2) / 4, width: 4) == "██" + bar)
  }

  @Test(arguments: [
    (0.18, "▏"), (0.19, "▎"), (0.93, "▉"), (0.94, "█"), (1.0 / 3, "▍"),
  ])
  func `what is between two eighths is rounded`(share: Double, bar: String) {
    #expect(BlockGraphics.bar(share, width: 1) == bar)
  }

  @Test(arguments: [1e-9, 0.0001, 0.03125, 1e-300])
  func `something is never nothing`(share: Double) {
    #expect(BlockGraphics.bar(share, width: 1) == "▏")
    #expect(BlockGraphics.bar(share, width: 2) == "▏")
    #expect(BlockGraphics.columns([share, share], height: 2) == ["  ", "▁▁"])
  }

  @Test(arguments: [0.0, -0.0, -0.5, -1e300])
  func `nothing is nothing`(share: Double) {
    #expect(BlockGraphics.bar(share, width: 40) == "")
    #expect(BlockGraphics.columns([share], height: 2) == [" ", " "])
  }

  @Test(arguments: [1, 1.0001, 2, 1e300])
  func `more than all is all`(share: Double) {
    #expect(BlockGraphics.bar(share, width: 5) == "█████")
    #expect(BlockGraphics.columns([share], height: 2) == ["█", "█"])
  }

  @Test(arguments: [0.0, 0.4, 1])
  func `where there is no room there is nothing`(share: Double) {
    #expect(BlockGraphics.bar(share, width: 0) == "")
    #expect(BlockGraphics.columns([share], height: 0).isEmpty)
    #expect(BlockGraphics.columns([], height: 2) == ["", ""])
  }

  @Test func `a bar is never wider than its room, and longer for more`() {
    let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    for width in 1...12 {
      let bars = (0...200).map { BlockGraphics.bar(Double($0) / 200, width: width) }
      #expect(bars.allSatisfy { $0.count <= width })
      let lengths = bars.map { bar in
        bar.reduce(0) { $0 + (eighths.firstIndex(of: $1) ?? .max) + 1 }
      }
      #expect(lengths == lengths.sorted())
      #expect(Set(lengths) == Set(0...8 * width))
    }
  }

  @Test func `columns stand side by side on the lowest line`() {
    let shares = [0, 0.0625, 0.125, 0.25, 0.5, 0.5625, 0.75, 0.9375, 1]
    #expect(BlockGraphics.columns(shares, height: 2) == ["     ▁▄▇█", " ▁▂▄█████"])
    #expect(BlockGraphics.columns(shares, height: 1) == [" ▁▁▂▄▅▆██"])
  }

  @Test func `a column has a character for each eighth`() {
    let shares = (0...8).map { Double($0) / 8 }
    #expect(BlockGraphics.columns(shares, height: 1) == [" ▁▂▃▄▅▆▇█"])
    #expect(BlockGraphics.columns([0.25 + 1 / 32], height: 4) == [" ", " ", "▁", "█"])
  }
}
