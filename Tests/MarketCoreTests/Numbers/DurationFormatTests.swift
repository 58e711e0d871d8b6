import MarketCore
import Testing

/// The text of a duration.
struct DurationFormatTests {
  @Test(arguments: [
    (0, "0 s"), (0.0004, "0 s"), (0.001, "0.001 s"), (0.05, "0.05 s"), (0.0994, "0.099 s"),
    (0.1, "0.1 s"), (0.31, "0.3 s"), (1, "1 s"), (1.25, "1.3 s"), (7, "7 s"), (90, "90 s"),
    (119, "119 s"), (119.9, "119.9 s"), (120, "2 min"), (149, "2 min"), (150, "3 min"),
    (3600, "60 min"), (7199, "120 min"), (7200, "2 h"), (9000, "3 h"), (86_400, "24 h"),
    (172_799, "48 h"), (172_800, "2 days"), (1e6, "12 days"), (2_307_151_679.6, "26703 days"),
    (-5, "-5 s"), (-7200, "-2 h"),
  ])
  func `a span of time is said in the unit that people would use`(seconds: Double, text: String) {
    #expect(NumberFormat.duration(seconds: seconds) == text)
  }

  @Test(arguments: [1e19, 1e300, -1e300, .infinity, -.infinity])
  func `any span of time has a text`(seconds: Double) {
    #expect(NumberFormat.duration(seconds: seconds).hasSuffix(" days"))
  }
}
