import Arguments
import MarketCore

/// `tickers exchanges`: the supported exchanges and their features.
enum ExchangesCommand {
  static let declaration = Command(
    "exchanges",
    otherNames: ["sources", "venues"],
    summary: "List supported exchanges and their features",
    details: ["Makes no network request."],
    options: FormatOptions<ExchangeInfo>.options() + MessageOptions.options,
    fields: [ExchangeInfo.fieldList("Fields")],
    examples: [
      .init("tickers exchanges", "Names for --exchange"),
      .init("tickers exchanges -o json", "Periods of each price history, for a script"),
    ])

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    let output = try FormatOptions<ExchangeInfo>(invocation)
    let messages = try MessageOptions(invocation)
    if let help = output.help { return { world.write(help) ?? .success } }
    let looks = TextLooks(in: world, palette: messages.palette(in: world))
    let rows = world.exchanges.map(\.info)
    let report = Report(groups: [Layout(output).group("exchanges", rows)])
    let text = output.text(of: report, isFirst: true, looks)
    return { world.write(text) ?? .success }
  }
}
