import Arguments
import MarketCore
import Reports

enum ConvertCommand {
  static let declaration = Command(
    "convert", otherNames: ["conversion", "converter", "rate"],
    summary: "Convert an amount of one currency into others",
    details: [
      "Prints the amount with all its digits; with several TO, one line each: code, tab, amount. Rates are "
        + "last prices, without fees: of the direct pair, its inverse, or two pairs through USD, USDT, "
        + "USDC, EUR or BTC on one exchange, the first requested one that has them. If divided, the amount "
        + "has 12 significant digits. \(ValueOption.rateFallbacks)"
    ],
    operand: .conversion,
    options: [at.option] + FormatOptions<Conversion>.options() + ConnectionOptions.options
      + Voice.options,
    fields: [Conversion.fieldList("Fields")],
    examples: [
      .init("tickers convert 0.35 ETH EUR", "The value of an amount, for a script"),
      .init("tickers convert 100k usd btc eth -e all", "Two coins for 100,000 dollars"),
      .init("tickers convert 1 bitcoin EUR -o json", "With the rate and its route"),
      .init("tickers convert 2 BTC USD -e kraken --at 2026-11-17", "At the end of a day"),
    ])

  private static let at = ValueOption.at(help: "Convert at a past moment (2026-11-20, 90d)")

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    var (output, help) = try FormatOptions<Conversion>.read(invocation)
    let session = try Session(invocation, in: world, .single, hasScreen: false)
    if let help, invocation.operands.isEmpty { return { world.print(help) } }
    let conversion: ConversionRequest
    do { conversion = try ConversionRequest(invocation.operands) } catch {
      throw UsageError(error.reason)
    }
    let currencies = conversion.currencies.map { PairArgument(exchange: nil, pair: $0) }
    let isPast = invocation.has(at.option)
    let market = try session.market(
      for: currencies, where: isPast ? { !$0.info.periods.isEmpty } : nil)
    let time = try at.moment(invocation, now: market.now())?.time
    if let help { return { world.print(help) } }
    if output.isDefault {
      let to = conversion.to.count > 1 ? [Conversion.Columns.to] : []
      output.template = Template(to + [Conversion.Columns.result], separator: "\t")
    }
    guard let time else {
      return { [output] in await session.run(ConvertFeed(market, conversion), output) }
    }
    for client in market.clients {
      try world.check(client.exchange, offers: "price history", for: "at") {
        !$0.info.periods.isEmpty
      }
    }
    let feed = PastConvertFeed(market, conversion, at: time)
    return { [output] in await session.run(feed, output) }
  }
}
