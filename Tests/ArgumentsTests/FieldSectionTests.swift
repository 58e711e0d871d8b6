import Arguments
import Testing

/// The section of fields in help, in which each meaning stands once.
struct FieldSectionTests {
  private static func command(_ name: String, _ lists: Section...) -> Command {
    Command(name, summary: "Any", fields: lists)
  }

  private static let pair: [(String, String)] = [("symbol", "A pair"), ("last", "Its price")]

  private func parts(_ commands: Command...) -> [(String, [String], [String])] {
    Section.fields(of: commands, ["About fields."]).parts
      .map { ($0.title, $0.paragraphs, $0.rows.map(\.term)) }
  }

  @Test func `each list is named by its command`() {
    let parts = parts(
      Self.command("list", Section("Fields", rows: Self.pair)),
      Self.command("book", Section("Fields of the fill", rows: [("average", "A price")])))
    #expect(parts.map(\.0) == ["Fields of list", "Fields of the fill in book"])
    #expect(parts.map(\.2) == [["symbol", "last"], ["average"]])
  }

  @Test func `a list with the fields of another one refers to it`() throws {
    let more = Section("Fields", rows: [("time", "A time")] + Self.pair)
    let parts = parts(
      Self.command("list", Section("Fields", rows: Self.pair)), Self.command("alerts", more),
      Self.command("price", Section("Fields", rows: Self.pair)))
    #expect(parts[1] == ("Fields of alerts", ["The fields of list, and these."], ["time"]))
    #expect(parts[2] == ("Fields of price", ["The fields of list."], []))
  }

  @Test func `a list that lacks one field of another one names it`() {
    let rows = Self.pair + [("trend", "A line")]
    let parts = parts(
      Self.command("list", Section("Fields", rows: rows)),
      Self.command("price", Section("Fields", rows: Self.pair)))
    #expect(parts[1] == ("Fields of price", ["The fields of list without trend."], []))
  }

  @Test func `the same field with another meaning is another field`() {
    let other = [("symbol", "A coin"), ("last", "Its value")]
    let parts = parts(
      Self.command("list", Section("Fields", rows: Self.pair)),
      Self.command("coins", Section("Fields", rows: other)))
    #expect(parts[1] == ("Fields of coins", [], ["symbol", "last"]))
  }
}
