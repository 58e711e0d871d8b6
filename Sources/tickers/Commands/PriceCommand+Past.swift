import Arguments
import Foundation
import MarketCore
import Reports

/// Past prices: `price --at`.
extension PriceCommand {
  static func preparePast(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let typed = try invocation.pairs()
    let currency = try invocation.turnoverCurrency()
    let (options, help) = try FormatOptions<PastPrice>.read(invocation, formats: Format.ofPrices)
    var output = options
    let context = try CommandContext(
      invocation, in: world, polls: false, isOnePoll: true, pairs: typed,
      historyFilter: { !$0.info.periods.isEmpty })
    if let help { return { world.print(help) } }
    guard let time = try at.moment(invocation, now: context.world.date())?.time else {
      return { .success }
    }
    for client in context.clients {
      try world.check(client.exchange, offers: "price history", for: "at") {
        !$0.info.periods.isEmpty
      }
    }
    let isOfExchanges = typed.contains { !$0.isCoin || $0.exchange != nil }
    try output.check(exchanges: isOfExchanges ? context.exchanges.count : 0)
    if output.template == nil, output.format == nil, output.columns == nil {
      output.template = lines(of: typed, isMultiExchange: context.isMultiExchange)
    }
    let layout = Layout(output, isMultiExchange: context.isMultiExchange)
    let job = job(at: time, in: currency, context)
    return { [output] in
      await job.print(output) { prices in
        var report = layout.report(prices, name: "tickers")
        report.after = [.rates(prices.sources.all.flatMap(\.warnings))]
        return report
      }
    }
  }

  private static func job(
    at time: Date, in currency: String, _ typed: CommandContext
  ) -> PollJob<PastPricesViewModel> {
    // A coin without a prefix is priced once, over all of its exchanges.
    let context = typed.requestingCoinsOnce
    let fetch: HistoryFetch<PastPrice> = context.traced.historyFetch()
    let clients = context.traced.historyClients
    let (clock, now) = (context.world.clock, context.world.date)
    let requests = context.pairRequests.flatMap { request -> [PriceRequest] in
      if request.pair.base == nil {
        let exchange = request.isPrefixed ? request.exchanges[0] : nil
        return [.coin(request.pair.symbol, exchange: exchange)]
      }
      return request.exchanges.map {
        .pair(Listing(exchange: $0, pair: request.pair))
      }
    }
    var viewModel = PastPricesViewModel(requests, of: context.exchanges)
    viewModel.sources.required = Set(
      context.pairRequests.filter(\.isPrefixed).flatMap(\.exchanges))
    return PollJob(
      context: context, viewModel: viewModel,
      fetch: { client in
        let now = now()
        var rates = PastRates(to: currency, from: clients) { client, pair in
          await client.candleRow(of: pair, endedBy: time, now: now, clock: clock)
        }
        let result = await fetch(client) {
          !$0.info.periods.isEmpty
        } _: { client, pair in
          guard pair.base == nil else {
            return await client.candleRow(of: pair, endedBy: time, now: now, clock: clock)
              .map { answer in answer.map { $0.map(PastPrice.init) } }
          }
          let isPrefixed = context.pairRequests.contains {
            $0.pair == pair && $0.isPrefixed && $0.exchanges == [client.exchange.id]
          }
          return await rates.price(
            of: pair, on: client, isPrefixed: isPrefixed, at: time, now: now)
        }
        return result.map { answer in
          var answer = answer
          if !rates.rates.isEmpty {
            answer.warnings.append(
              .converted(
                to: currency,
                by: rates.rates.map { Listing(exchange: $0.exchange, pair: $0.pair) }))
          }
          return answer
        }
      },
      hasOwnTries: true,
      // A warning names the pairs without a price.
      notices: { _, _ in [] },
      failureSentence: { failure, exchange in
        if case .unknownCoin = failure {
          let request = typed.pairRequests.first { $0.pair.symbol == failure.unlisted?.symbol }
          let tried =
            request?.isOpen ?? true ? clients.map(\.exchange.id) : request?.exchanges ?? []
          return failure.sentence(on: tried.map(context.title))
        }
        return fetch.sentence(on: failure, of: exchange).map { sentence in
          failure.unlisted == nil ? context.attributed(sentence, to: exchange) : sentence
        }
      },
      successStatus: { prices in
        prices.total < (context.isMultiExchange ? 1 : context.pairRequests.count)
          ? .data : .success
      })
  }
}
