import Arguments
import MarketCore
import Reports

enum ExchangesCommand {
  static let declaration = Command(
    "exchanges", otherNames: ["sources", "venues"],
    summary: "List supported exchanges and their features", details: ["Makes no network request."],
    options: FormatOptions<ExchangeInfo>.options() + Voice.options,
    fields: [ExchangeInfo.fieldList("Fields")],
    examples: [
      .init("tickers exchanges", "Names for --exchange"),
      .init("tickers exchanges -o json", "Periods of each price history, for a script"),
    ])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let (output, help) = try FormatOptions<ExchangeInfo>.read(invocation)
    let voice = try Voice(invocation, in: world)
    if let help { return { world.print(help) } }
    let report = Report(groups: [Layout(output).group("exchanges", world.exchanges.map(\.info))])
    let text = output.text(of: report, isFirst: true, voice.looks)
    return { world.print(text) }
  }
}
