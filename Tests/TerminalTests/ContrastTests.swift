import Foundation
import Terminal
import Testing

/// The contrast of the default colours with light and dark backgrounds, as WCAG 2.1 defines it.
struct ContrastTests {
  private typealias Color = (red: Int, green: Int, blue: Int)
  private static let (black, white) = ((0, 0, 0), (255, 255, 255))
  /// The dark and the light background of the theme Solarized.
  private static let solarized = [(0, 43, 54), (253, 246, 227)]
  private static let styles: [TextStyle] = [.up, .down, .stale]

  private static func luminance(_ color: Color) -> Double {
    func linear(_ value: Int) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  private static func contrast(_ one: Color, _ other: Color) -> Double {
    let (first, second) = (luminance(one) + 0.05, luminance(other) + 0.05)
    return max(first, second) / min(first, second)
  }

  /// The colour of an SGR parameter in the palette of xterm (`charproc.c`, `256colres.pl`).
  private static func color(_ parameter: String) -> Color? {
    let plain = ["31": (205, 0, 0), "32": (0, 205, 0), "33": (205, 205, 0)]
    guard let number = parameter.split(separator: ";").last.flatMap({ Int($0) }),
      parameter.hasPrefix("38;5;"), (16...231).contains(number)
    else { return plain[parameter] }
    func level(_ digit: Int) -> Int { digit == 0 ? 0 : 55 + 40 * digit }
    let digits = [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map(level)
    return (digits[0], digits[1], digits[2])
  }

  private static func parameter(_ style: TextStyle, in palette: Palette) -> String {
    Line("x", style).rendered(palette)
      .replacing("\u{1B}[", with: "").replacing("mx0m", with: "")
  }

  @Test func `the computation is that of known pairs`() {
    #expect(abs(Self.contrast(Self.black, Self.white) - 21) < 0.001)
    #expect(abs(Self.contrast((119, 119, 119), Self.white) - 4.48) < 0.01)
  }

  @Test(arguments: ["xterm-256color", "xterm", "screen", "tmux-256color", nil])
  func `each default colour has at least 3 to 1 with white and with black`(terminal: String?) throws
  {
    let palette = Palette("", terminal: terminal) { _ in }
    for style in Self.styles {
      let color = try #require(Self.color(Self.parameter(style, in: palette)))
      for background in [Self.white, Self.black] + Self.solarized {
        #expect(Self.contrast(color, background) >= 3, "\(style) \(background)")
      }
    }
  }

  @Test func `on the Linux console, whose background is black, they are plain`() throws {
    let palette = Palette("down=35", terminal: "linux") { _ in }
    #expect(Self.parameter(.up, in: palette) == "32")
    #expect(Self.parameter(.down, in: palette) == "35")
    let standard = Palette("", terminal: "linux") { _ in }
    for style in Self.styles {
      let color = try #require(Self.color(Self.parameter(style, in: standard)))
      #expect(Self.contrast(color, Self.black) >= 3)
    }
  }
}
