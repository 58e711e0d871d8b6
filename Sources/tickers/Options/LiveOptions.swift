import Arguments
import Foundation
import MarketCore
import Reports

/// The options for streams of prices.
struct LiveOptions: Sendable {
  private static let liveOption = Option(
    "live",
    help:
      "Stream prices and books instead of polling; --interval is then the shortest time between "
      + "outputs (1, on a screen 0.25), and --count counts outputs",
    details: [
      "Prices and books come from the exchanges' WebSocket streams. --interval is at least 0.1 s. --until and "
        + "--alert test every update. If no exchange is chosen, price, book and alerts with SYMBOLs use the "
        + "first exchange with streams that lists the pair. See help live."
    ]
  ).conflicts(with: "once") { _, _ in
    "--live cannot be combined with --once"
  }.conflicts(with: "at", "from", "history", "check") { _, _ in
    "--live streams current prices; it cannot be combined with --at, --from, --history or --check"
  }.conflicts(with: "orders") { _, _ in
    "--live cannot be combined with --orders: streams have levels only"
  }.conflicts(with: "format") { _, format in
    format == Format.openmetrics.rawValue ? "--live cannot be combined with openmetrics" : nil
  }

  private static let urlOption = ValueOption(
    Option(
      "stream-url", value: "[NAME=]URL",
      help:
        "Override an exchange's stream URL; enables streams of an exchange that is polled otherwise",
      details: ["For Coinbase, /exchange or /advanced (books) is appended."],
      defaultText: "TICKERS_STREAM_URL, else the exchange's", repeats: true, addsToLower: true)
  ) { text throws(InvalidValue) in
    try ExchangeURLs.parse(text, schemes: ["ws", "wss"], like: "wss://ws.kraken.com/v2")
  }

  static let options = [liveOption, urlOption.option]

  let isLive: Bool
  private let urls: ExchangeURLs

  init(_ invocation: Invocation) throws(UsageError) {
    isLive = invocation.has(Self.liveOption)
    urls = try ExchangeURLs(invocation, Self.urlOption)
  }

  /// The output interval if none is given.
  static func interval(onScreen isScreen: Bool) -> Duration {
    isScreen ? .milliseconds(250) : .seconds(1)
  }

  /// Throws if the streams of these exchanges cannot have their addresses, or the interval is too short.
  func check(_ exchanges: [any Exchange], _ pace: Pace, isRemote: Bool, in world: World)
    throws(UsageError)
  {
    try urls.checkNames(in: world)
    try urls.check(of: exchanges.count)
    guard isLive else { return }
    let isLocal = !isRemote && exchanges.allSatisfy { urls.url(of: $0)?.isLoopback ?? true }
    if !isLocal, pace.isTooShortForLive {
      throw UsageError("--interval: minimum with --live is 0.1 s", of: "interval", "live")
    }
    if exchanges.allSatisfy({ $0.stream == nil }) {
      let titles = exchanges.map(\.title).joined(separator: ", ")
      let others = world.exchanges.filter { $0.stream != nil }.map(\.id.rawValue)
      throw UsageError(
        "\(titles): no streams; these have some: \(others.joined(separator: ", "))", of: "live",
        "exchange")
    }
  }

  /// Returns how prices are streamed; `nil` without `--live`.
  func market(isScreen: Bool, log: @escaping @Sendable (String) -> Void, in world: World)
    -> LiveMarket?
  {
    guard isLive else { return nil }
    return LiveMarket(
      over: world.webSocket, at: { [urls] in urls.url(of: $0) }, recording: world.liveRecording,
      isScreen: isScreen, log: log)
  }
}
