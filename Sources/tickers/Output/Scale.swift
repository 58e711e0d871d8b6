import Foundation
import MarketCore

/// The vertical axis of a chart, with marks at round numbers a few lines apart.
struct Scale: Sendable {
  let bottom: Double
  let top: Double
  let height: Int
  private(set) var marks: [(line: Int, label: String)] = []

  /// - Parameters:
  ///   - bottom: the number at the lower edge, which has no mark.
  ///   - top: the number at the upper edge.
  ///   - height: the number of lines.
  init(from bottom: Double = 0, to top: Double, height: Int) {
    (self.bottom, self.top, self.height) = (bottom, top, height)
    let span = top - bottom
    let least = span / Double(max(1, height / 4))
    guard least > 0, least.isFinite else { return }
    let exponent = Int(log10(least).rounded(.down))
    // On a low chart no step is large enough: the largest one that fits is used.
    let steps = [1, 2, 5, 10].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
      .map { (exact: $0, size: $0.approximate) }.filter { $0.size <= span }
    let (step, size) = steps.first { $0.size >= least * 0.999 } ?? steps.last ?? (1, 1)
    let (first, last) = ((bottom / size).rounded(.down) + 1, (top / size).rounded(.down))
    guard first <= last, max(abs(first), abs(last)) < 0x1p53 else { return }
    marks = (Int(first)...Int(last)).map { number in
      (line(of: Double(number) * size), NumberFormat.money(step * Decimal(number), in: nil))
    }
  }

  /// The place of a number between the bottom (0) and the top (1).
  func share(of number: Double) -> Double {
    top > bottom ? min(max((number - bottom) / (top - bottom), 0), 1) : 0.5
  }

  /// The line of a number, counted from the top.
  func line(of number: Double) -> Int {
    min(height - Int((share(of: number) * Double(height)).rounded(.up)), height - 1)
  }
}
