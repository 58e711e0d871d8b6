import Arguments
import MarketCore
import Synchronization

/// `tickers book SYMBOL`: the order book of one pair as a ladder.
enum BookCommand {
  private static let formats = Format.allCases.filter { $0 != .openmetrics }

  static let declaration = Command(
    "book",
    summary: "Show the order book of a pair",
    details: [
      "Asks above, bids below, the best prices at the spread between them. Polls until it is "
        + "stopped: redraws the ladder on a terminal, appends ladders elsewhere."
    ],
    operand: .symbols(.one),
    options: [
      Options.depth.option, Options.columns(BookField.self).option,
      Options.format(formats).option, Options.noHeader,
      Options.until(BookSummaryField.self).option,
    ] + Options.polling,
    examples: [
      .init("tickers book BTC-USD", "Watch the best ten levels a side"),
      .init("tickers book btc/usd --depth all --once", "The whole book, once"),
      .init("tickers book BTC-USD --until 'spread_bp <= 1'", "Wait for a narrow spread"),
    ])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    if let names = try Layout<BookField>.help(invocation) {
      return world.write(names) ?? .success
    }
    let pair = try invocation.pairs()[0]
    let depth = try invocation.value(of: Options.depth) ?? 10
    let until = try invocation.value(of: Options.until(BookSummaryField.self))
    _ = try invocation.value(of: Options.format(formats))
    let session = try Session(invocation, in: world, polls: true)
    let layout = try Layout<BookField>(invocation, in: world, color: session.color)
    let status = StatusOfEmptyBook()
    return await Watch(
      session: session,
      viewModel: OrderBookViewModel(pair: pair, depth: depth),
      renderer: layout.renderer,
      frame: { frame($0, layout) },
      fetch: { client in
        var result = await client.book(pair)
        if case .success(var answer) = result, answer.value.isEmpty {
          answer.remark = await status.remark(on: pair, client)
          result = .success(answer)
        }
        return result
      },
      until: until.map { until in { viewModel in until.holds { viewModel.value(of: $0) } } }
    ).run()
  }

  private static func frame(_ viewModel: OrderBookViewModel, _ layout: Layout<BookField>) -> Frame {
    func group(_ name: String, _ levels: [OrderBookViewModel.Row]) -> Frame.Group {
      Frame.Group(name: name, rows: levels.map { level in layout.fields.map { level[$0] } })
    }
    return Frame(
      title: viewModel.pair.symbol,
      freshness: viewModel.freshness,
      columns: layout.fields.map(Frame.Column.init),
      groups: [group("bids", viewModel.bids), group("asks", viewModel.asks)],
      summary: BookSummaryField.allCases.map { ($0.rawValue, viewModel.value(of: $0)) },
      divider: viewModel.summary)
  }
}

/// Why a book is empty. The exchange is asked once: a second request a poll would be too many.
private final class StatusOfEmptyBook: Sendable {
  private struct Known {
    var isAsked = false
    var remark: String?
  }

  private let known = Mutex(Known())

  func remark(on pair: Pair, _ client: MarketClient) async -> String? {
    let before = known.withLock { known in
      defer { known.isAsked = true }
      return known
    }
    guard !before.isAsked else { return before.remark }
    guard case .success(let answer) = await client.instrument(pair),
      let status = answer.value.status, status != .open
    else { return nil }
    let remark = status.isClosed ? "\(pair) is closed" : "\(pair) is not traded: \(status.rawValue)"
    known.withLock { $0.remark = remark }
    return remark
  }
}
