/// Draws charts with block characters, in eighths of a cell. In ASCII, `.` is up to half a cell, `#` is more.
package enum BlockGraphics {
  private static let leftEighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  private static let lowerEighths: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let asciiEighths: [Character] = [".", ".", ".", ".", "#", "#", "#", "#"]

  /// Returns a bar that fills a share (0…1) of the width; it is empty only if the share or the width is 0.
  package static func bar(_ share: Double, width: Int, in charset: Charset = .utf8) -> String {
    let parts = charset == .utf8 ? leftEighths : asciiEighths
    let eighths = eighths(share, of: width)
    let whole = String(repeating: parts[7], count: eighths / 8)
    return eighths.isMultiple(of: 8) ? whole : whole + String(parts[eighths % 8 - 1])
  }

  /// Returns vertical bars, one cell wide, as lines from the top. A bar fills a share (0…1) of the height.
  package static func columns(
    _ shares: [Double], height: Int, in charset: Charset = .utf8
  ) -> [String] {
    let parts = charset == .utf8 ? lowerEighths : asciiEighths
    let heights = shares.map { eighths($0, of: height) }
    return (0..<height).reversed().map { line in
      String(
        heights.map { height in
          switch height - 8 * line {
          case ...0: " "
          case 8...: parts[7]
          case let eighths: parts[eighths - 1]
          }
        })
    }
  }

  /// Returns a block per value, scaled from the lowest to the highest value, and a mark per missing value.
  /// If there are more values than cells, draws only as many values as cells, at about equal distances.
  package static func sparkline(
    _ values: [Double?], width: Int = .max, in charset: Charset = .utf8
  ) -> String {
    guard values.count <= width else {
      let steps = max(1, width - 1)
      let drawn = (0..<width).map { values[($0 * (values.count - 1) + steps / 2) / steps] }
      return sparkline(drawn, in: charset)
    }
    let parts = charset == .utf8 ? lowerEighths : asciiEighths
    let known = values.compactMap(\.self)
    let (low, high) = (known.min() ?? 0, known.max() ?? 0)
    return String(
      values.map { value in
        guard let value else { return charset == .utf8 ? "·" : "-" }
        let level = high > low ? Int(((value - low) / (high - low) * 7).rounded()) : 3
        return parts[level]
      })
  }

  private static func eighths(_ share: Double, of cells: Int) -> Int {
    let share = min(max(share, 0), 1)
    return max(Int((share * Double(8 * cells)).rounded()), share > 0 && cells > 0 ? 1 : 0)
  }
}
