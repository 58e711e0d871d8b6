import Foundation
import MarketCore
import Terminal

/// The part of a chart below the prices that shows one indicator, or two of the same group.
struct IndicatorPanel: Sendable {
  let indicators: [Indicator]
  let scale: Scale
  let marks: [(line: Int, label: String)]
  /// The number of lines, with the heading.
  var height: Int { scale.height + 1 }

  init(_ indicators: [Indicator], of window: CandleWindow, height: Int) {
    self.indicators = indicators
    guard let limits = indicators[0].limits else {
      let values = window.values(of: indicators) + [0]
      scale = Scale(from: values.min() ?? 0, to: values.max() ?? 0, height: height - 1)
      marks = scale.marks
      return
    }
    let scale = Scale(from: limits.lowerBound, to: limits.upperBound, height: height - 1)
    self.scale = scale
    marks = [30, 70].map { (scale.line(of: $0), "\(Int($0))") }
  }
}

extension CandleChart {
  private static let minimumPriceHeight = 6
  private static let minimumPanelHeight = 4

  typealias Mark = (sign: Character, style: TextStyle)

  /// Returns the sign of each indicator over the prices, or in one panel.
  private func signs(of indicators: [Indicator]) -> [Indicator: Mark] {
    let isASCII = looks.charset == .ascii
    let signs: [Character] = isASCII ? ["*", "o", "x", "+"] : ["•", "◦", "×", "+"]
    let (bands, averages) = (
      indicators.filter(\.isBand), indicators.filter { !$0.isBand }.enumerated()
    )
    return Dictionary(
      bands.map { ($0, (isASCII ? "~" : "┄", .faint)) }
        + averages.map { ($1, (signs[$0 % signs.count], .heading)) }
    ) { $1 }
  }

  private var levels: [Indicator] { indicators.filter(\.isPriceLevel) }

  /// The signs and names of the indicators over the prices, for a heading; `nil` if there are none.
  package var legend: String? {
    let signs = signs(of: levels)
    let texts = levels.map { "\(signs[$0]?.sign ?? " ") \($0.groupName)" }
    return texts.isEmpty ? nil : texts.eachOnce.joined(separator: "  ")
  }

  /// Returns the panels below the prices: as many as fit into a height that they share with the prices.
  func panels(of window: CandleWindow, in height: Int) -> [IndicatorPanel] {
    let others = indicators.filter { !$0.isPriceLevel }
    let groups = others.map(\.groupName).eachOnce.map { name in
      others.filter { $0.groupName == name }
    }
    let panelHeight = max(Self.minimumPanelHeight, height / 4)
    let room = max(0, height - Self.minimumPriceHeight) / panelHeight
    return groups.prefix(room).map { IndicatorPanel($0, of: window, height: panelHeight) }
  }

  /// Returns the marks of indicators in a slot, by their lines.
  func marks(of slot: CandleWindow.Slot, on scale: Scale) -> [Int: Mark] {
    marks(of: slot, levels, on: scale)
  }

  private func marks(
    of slot: CandleWindow.Slot, _ indicators: [Indicator], on scale: Scale
  ) -> [Int: Mark] {
    let signs = signs(of: indicators)
    // The first indicator covers the others.
    return indicators.reversed().reduce(into: [:]) { marks, indicator in
      guard let value = slot.indicators[indicator]?.approximate, let mark = signs[indicator],
        (scale.bottom...scale.top).contains(value)
      else { return }
      marks[scale.line(of: value)] = mark
    }
  }

  /// Returns the lines of a panel: a heading with the newest values, and the values over time.
  func lines(
    of panel: IndicatorPanel, in window: CandleWindow, pitch: Int, gutter: Int
  ) -> [Line] {
    let signs = signs(of: panel.indicators)
    let values = panel.indicators.map { indicator in
      let text = indicator.column.cell(of: window.newest, asOf: .distantPast).text
      return "\(signs[indicator]?.sign ?? " ") \(indicator.name.uppercased()) \(text)"
    }
    var heading = Line("".leftPadded(to: gutter) + " ┬ ")
    heading.append(values.joined(separator: "  "), .faint)
    let labels = Dictionary(panel.marks.map { ($0.line, $0.label) }) { $1 }
    let marks = window.slots.map { self.marks(of: $0, panel.indicators, on: panel.scale) }
    let side = max(0, (pitch - 2) / 2)
    return [heading]
      + (0..<panel.scale.height).map { index in
        let label = labels[index]
        var line = Line((label ?? "").leftPadded(to: gutter) + (label == nil ? " │" : " ┤"))
        for marks in marks {
          line.append("".leftPadded(to: side))
          line.append(String(marks[index]?.sign ?? " "), marks[index]?.style ?? .plain)
          line.append("".leftPadded(to: pitch - side - 1))
        }
        return line.trimmed()
      }
  }
}
