import Foundation
import MarketCore
import Reports
import TestTools
import Testing

/// Outputs that are made without options and without a command.
struct OutputTests {
  private static func text(
    _ output: Output<CandleRow>, _ looks: TextLooks = TextLooks()
  ) -> String {
    var list = ListViewModel<CandleRow>(ListQuery())
    list.apply(.answered(rows: [(100, 112.50, 100, 110)], .oneDay))
    return output.text(of: Layout(output).report(list, name: "history"), isFirst: true, looks)
  }

  private static let columns = [CandleRow.Columns.symbol, CandleRow.Columns.high]

  @Test func `an output is chosen columns in a format`() {
    #expect(Self.text(Output(.csv, columns: Self.columns)) == "symbol,high\nBTC-USD,112.5\n")
    #expect(
      Self.text(Output(.tsv, columns: Self.columns, hasHeader: false)) == "BTC-USD\t112.5\n")
  }

  @Test func `numbers of a document are texts, and it has the age of the data, where looks say so`()
  {
    let output = Output(.json, columns: Self.columns)
    #expect(
      Self.text(output) == """
        {"as_of":"2026-11-21T11:02:08.000Z","source":"here",\
        "history":[{"symbol":"BTC-USD","high":112.5}]}

        """)
    let now = Date(timeIntervalSince1970: 1_795_258_930.9)
    #expect(
      Self.text(output, TextLooks(numbersAreTexts: true, clock: { now })) == """
        {"as_of":"2026-11-21T11:02:08.000Z","source":"here","age_seconds":"2",\
        "history":[{"symbol":"BTC-USD","high":"112.5"}]}

        """)
  }

  @Test func `a template is fields and text, and any other text an error`() throws {
    let template = try Template<CandleRow>(#"{symbol}\t{high:raw}"#)
    #expect(Self.text(Output(template: template)) == "BTC-USD\t112.5\n")
    #expect(throws: TemplateError.unknownField("last")) { try Template<CandleRow>("{last}") }
    #expect(throws: TemplateError.invalid("unclosed '{' (write '{{' for a literal brace)")) {
      try Template<CandleRow>("{high")
    }
  }
}
