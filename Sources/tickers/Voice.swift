import Foundation
import MarketCore
import Terminal

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// In what voice a command speaks: the looks of its text, its notices and its traces of requests.
struct Voice: Sendable {
  let world: World
  let looks: TextLooks
  let isQuiet: Bool
  /// Whether the output is a screen.
  let isScreen: Bool
  /// Whether firings of alerts notify the terminal, and how.
  let notificationChannels: Set<TerminalNotification.Channel>
  /// Whether the terminal can move its cursor, and there are several polls.
  let isRedrawn: Bool
  private let isVerbose: Bool

  init(_ messages: MessageOptions, in world: World, isRedrawn: Bool, isScreen: Bool) {
    self.world = world
    looks = TextLooks(in: world, palette: messages.palette(in: world))
    notificationChannels = messages.notificationChannels(in: world)
    (isQuiet, self.isRedrawn, self.isScreen) = (messages.isQuiet, isRedrawn, isScreen)
    // Lines between would destroy a screen that is redrawn.
    isVerbose = messages.isVerbose && !(isScreen && world.errors.isTerminal)
  }

  func notice(_ sentence: String) {
    if !isQuiet { world.notify(sentence) }
  }

  /// A notice per firing of an alert.
  func announce(_ events: [AlertEvent]) {
    for event in events { notice("\(FieldValue.moment(event.time).text ?? "") \(event.text)") }
  }

  /// Shows the progress of a request of candles, in place, if stderr is a terminal and there is no screen.
  func showProgress(_ count: Int, of total: Int, _ name: String?) {
    guard world.errors.isTerminal, !isQuiet, !isScreen else { return }
    let numbers = [count, total].map { NumberFormat.volume(Decimal($0)) }
    let text =
      "tickers: \(numbers[0]) of \(numbers[1]) candles" + (name.map { " of \($0)" } ?? "")
    // Spaces, for any terminal, and a return, so that the next line covers it.
    let padding = String(repeating: " ", count: max(0, 60 - text.count))
    let line = count < total ? text + padding : String(repeating: " ", count: max(60, text.count))
    try? world.errors.write("\r\(line)\r")
  }

  /// The same client, which logs its requests if that is an option.
  func traced(_ client: MarketClient) -> MarketClient {
    isVerbose ? client.traced(in: world) : client
  }

  /// A hint on the options for other exchanges, where the default one is used; `nil` for none.
  var defaultExchangeHint: String? {
    guard world.exchanges.count > 1, !world.isTool, !isQuiet else { return nil }
    let file = Files.optionsPlace(world.environment).map {
      ", as does --exchange kraken in \($0.title)"
    }
    return "default exchange; -e kraken selects another" + (file ?? "")
  }
}

extension MarketClient {
  /// The same client, which logs each request: `http://…/tickers: 200, 15360 bytes, 48 ms`.
  func traced(in world: World) -> MarketClient {
    observed { request, result, seconds in
      let outcome =
        switch result {
        case .success(let response): "\(response.status), \(response.body.count) bytes"
        case .failure(let error): "\(error)"
        }
      let time = Int((seconds * 1000).rounded())
      world.notify("\(request.url?.absoluteString ?? ""): \(outcome), \(time) ms")
    }
  }
}
