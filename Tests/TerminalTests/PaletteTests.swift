import Terminal
import Testing

/// The looks of styles, and the variable that changes them.
struct PaletteTests {
  private static func palette(_ text: String) -> (palette: Palette, rejected: [String]) {
    var rejected: [String] = []
    let palette = Palette(text) { rejected.append($0) }
    return (palette, rejected)
  }

  private static func look(_ style: TextStyle, _ text: String) -> String {
    Line("x", style).rendered(palette(text).palette)
      .replacing("\u{1B}", with: "").replacing("x[0m", with: "")
  }

  @Test(
    arguments: [
      ([.up, .changed], "[38;5;28;1m"), ([.changed, .up], "[38;5;28;1m"), ([.selected], "[7m"),
      ([.down, .changed, .selected], "[38;5;196;1;7m"), ([.faint, .stale], "[2;38;5;136m"),
      (.plain, "x"),
    ] as [(TextStyle, String)])
  func `several styles are one sequence, in one order`(style: TextStyle, sequence: String) {
    #expect(Self.look(style, "") == sequence)
  }

  @Test(
    arguments: [
      ("up=34", .up, "[34m"), ("up=34", .down, "[38;5;196m"),
      ("up=34:down=33:changed=1;4", .down, "[33m"),
      ("up=34:down=33:changed=1;4", .changed, "[1;4m"),
      ("selected=38;5;208", .selected, "[38;5;208m"),
      ("heading=4", .heading, "[4m"), ("faint=90", .faint, "[90m"), ("stale=35", .stale, "[35m"),
      ("up=34:up=36", .up, "[36m"), (":up=34::", .up, "[34m"), ("", .up, "[38;5;28m"),
      ("up=", .up, "x"), ("up=:changed=", [.up, .changed], "x"), ("up=", [.up, .changed], "[1m"),
    ] as [(String, TextStyle, String)])
  func `a text says how styles look, and nothing for plain`(
    text: String, style: TextStyle, sequence: String
  ) {
    #expect(Self.look(style, text) == sequence)
    #expect(Self.palette(text).rejected == [])
  }

  @Test(arguments: [
    ("up", ["up"]), ("green=32", ["green=32"]), ("UP=32", ["UP=32"]), ("up=red", ["up=red"]),
    ("up=3 2", ["up=3 2"]), ("up=32m", ["up=32m"]), ("up=\u{1B}[32", ["up=\u{1B}[32"]),
    ("=32", ["=32"]), ("=", ["="]), ("up=32=33", ["up=32=33"]), ("up=٣", ["up=٣"]),
    ("up=34:x=1:down=33:y", ["x=1", "y"]), ("up = 32", ["up = 32"]), ("up=-1", ["up=-1"]),
  ])
  func `a part that says nothing of the kind is told`(text: String, parts: [String]) {
    #expect(Self.palette(text).rejected == parts)
  }

  @Test func `what is told leaves the standard look, and the other parts count`() {
    #expect(Self.look(.up, "up=red:down=34") == "[38;5;28m")
    #expect(Self.look(.down, "up=red:down=34") == "[34m")
    #expect(Self.palette("nonsense").palette == .standard)
  }

  @Test func `there are names for people`() {
    #expect(
      Palette.names == ["heading", "faint", "up", "down", "stale", "changed", "selected"])
  }
}
