import Arguments
import Foundation
import MarketCore
import Synchronization

/// `tickers book SYMBOL`: the order book of one pair as a ladder.
enum BookCommand {
  static let declaration = Command(
    "book",
    summary: "Show the order book of a pair",
    details: [
      "Asks above, bids below, the best prices at the spread between them. Polls until it is "
        + "stopped: redraws the ladder on a terminal, appends ladders elsewhere."
    ],
    operand: Operand("SYMBOL", .one, help: "A pair, in any case: BTC-USD, btc/usd"),
    options: [Options.depth.option] + Options.polling,
    examples: [
      .init("tickers book BTC-USD", "Watch the best ten levels a side"),
      .init("tickers book btc/usd --depth all --once", "The whole book, once"),
    ])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    let pair = Pair(typed: invocation.operands.first ?? "")
    let viewModel = OrderBookViewModel(
      pair: pair, depth: try invocation.value(of: Options.depth) ?? 10)
    let session = try Session(invocation, in: world)
    let status = StatusOfEmptyBook()
    return await session.watch(viewModel, frame: frame) { client in
      var result = await client.book(pair)
      if case .success(var answer) = result, answer.value.isEmpty {
        answer.remark = await status.remark(on: pair, client)
        result = .success(answer)
      }
      return result
    }
  }

  @Sendable static func frame(_ viewModel: OrderBookViewModel) -> Frame {
    let columns: [BookField] = [.side, .price, .quantity, .orders, .total]
    func rows(_ levels: some Collection<OrderBookViewModel.Row>) -> [Frame.Row] {
      levels.map { level in .cells(columns.map { level[$0] }) }
    }
    return Frame(
      title: viewModel.pair.symbol,
      columns: columns.map { field in
        switch field {
        case .side: Frame.Column(field, .text, rank: 1)
        case .orders: Frame.Column(field, .number, rank: 3)
        case .total: Frame.Column(field, .number, rank: 2)
        default: Frame.Column(field, .number, rank: 0)
        }
      },
      rows: rows(viewModel.asks.reversed()) + [.line(viewModel.summary)] + rows(viewModel.bids))
  }
}

/// Why a book is empty. The exchange is asked once: a second request a poll would be too many.
private final class StatusOfEmptyBook: Sendable {
  private let known = Mutex<String?>(nil)

  func remark(on pair: Pair, _ client: MarketClient) async -> String? {
    if let remark = known.withLock({ $0 }) { return remark }
    guard case .success(let answer) = await client.instrument(pair),
      let status = answer.value.status, status != .open
    else { return nil }
    let remark = status.isClosed ? "\(pair) is closed" : "\(pair) is not traded: \(status.rawValue)"
    known.withLock { $0 = remark }
    return remark
  }
}
