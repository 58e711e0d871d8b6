import Arguments
import Foundation
import MarketCore
import Reports
import Terminal

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Writes the notices and the log of requests of a command, and has the looks of its output.
struct Voice: Sendable {
  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  private static let colorOption = ValueParsers.choice(
    Option(
      "color", value: "WHEN", help: "Colours: auto, always or never",
      details: [
        "auto colours output on a terminal, unless NO_COLOR is set or TERM is dumb; CLICOLOR_FORCE "
          + "colours output in pipes as well. always and never override these variables."
      ], defaultText: "auto"), among: Color.allCases)
  private static let quietOption = Option(
    "quiet", short: "q", help: "Hide notices; errors are still shown")
  private static let verboseOption = Option(
    "verbose", short: "v",
    help: "Log each request and connection to stderr: time, status, size")

  /// The options of a command whose output has no colours.
  static let ofNotices = [quietOption, verboseOption]
  static let options = [colorOption.option] + ofNotices

  let world: World
  let looks: TextLooks
  let isQuiet: Bool
  let isVerbose: Bool
  /// Whether the terminal can move its cursor, and there are several polls.
  let isRedrawn: Bool
  let isScreen: Bool
  let notificationChannels: Set<TerminalNotification.Channel>
  let environmentNotices: [String]

  init(
    _ invocation: Invocation, in world: World, isRedrawn: Bool = false, isScreen: Bool = false
  ) throws(UsageError) {
    (self.world, self.isRedrawn, self.isScreen) = (world, isRedrawn, isScreen)
    isQuiet = invocation.has(Self.quietOption)
    isVerbose = invocation.has(Self.verboseOption)
    let color = try invocation.value(of: Self.colorOption) ?? .auto
    var (palette, notices) = (Palette?.none, [String]())
    if color.isOn(in: world) {
      let names = Palette.names.joined(separator: ", ")
      palette = Palette(
        world.environment["TICKERS_COLORS"] ?? "", terminal: world.environment["TERM"]
      ) {
        notices.append(
          "TICKERS_COLORS: ignored '\($0)'; expected NAME=SGR, e.g. up=32; names: \(names)")
      }
    }
    looks = TextLooks(in: world, palette: palette)
    let names = TerminalNotification.Channel.allCases.map(\.rawValue).joined(separator: ", ")
    let channels = world.environment["TICKERS_NOTIFY"] ?? ""
    notificationChannels = TerminalNotification.channels(channels) {
      // Only a terminal is notified, so only users of a terminal need this notice.
      guard world.canRedraw else { return }
      notices.append("TICKERS_NOTIFY: ignored '\($0)'; expected none, or any of \(names)")
    }
    environmentNotices = notices
  }

  func notice(_ sentence: String) {
    if !isQuiet { world.notify(sentence) }
  }

  /// Writes a sentence about a connection to stderr, if `--verbose` was given.
  @Sendable func log(_ sentence: String) {
    if isVerbose, !(isScreen && world.errors.isTerminal) { world.notify(sentence) }
  }

  func announce(_ events: [AlertEvent]) {
    for event in events { notice("\(FieldValue.moment(event.time).text ?? "") \(event.text)") }
  }

  /// Shows the progress of requests for candles on a terminal, unless there is a screen, or `--quiet`.
  func showProgress(_ count: Int, of total: Int, _ name: String?) {
    guard world.errors.isTerminal, !isQuiet, !isScreen else { return }
    let numbers = [count, total].map { NumberFormat.volume(Decimal($0)) }
    let text =
      "tickers: \(numbers[0]) of \(numbers[1]) candles" + (name.map { " of \($0)" } ?? "")
    // Spaces overwrite a longer earlier text. After the carriage return, the next text overwrites this line.
    let padding = String(repeating: " ", count: max(0, 60 - text.count))
    let line = count < total ? text + padding : String(repeating: " ", count: max(60, text.count))
    try? world.errors.write("\r\(line)\r")
  }

  /// Returns the client, which logs its requests if `--verbose` was given. Requests are not logged on the
  /// terminal of a screen, because the lines would destroy the screen.
  func traced(_ client: MarketClient) -> MarketClient {
    isVerbose && !(isScreen && world.errors.isTerminal) ? client.traced(in: world) : client
  }

  /// A hint on how to choose an exchange, for output of the default exchange; `nil` for no hint.
  var defaultExchangeHint: String? {
    guard world.exchanges.count > 1, !world.isTool, !isQuiet else { return nil }
    let file = Files.optionsPlace(world.environment).map {
      ", as does --exchange kraken in \($0.title)"
    }
    return "default exchange; -e kraken selects another" + (file ?? "")
  }
}

extension Voice.Color {
  fileprivate func isOn(in world: World) -> Bool {
    guard self == .auto else { return self == .always }
    func isSet(_ name: String) -> Bool { world.environment[name]?.isEmpty == false }
    if isSet("NO_COLOR") { return false }
    return isSet("CLICOLOR_FORCE") && world.environment["CLICOLOR_FORCE"] != "0" || world.canRedraw
  }
}

extension MarketClient {
  /// Returns the client, which logs each request, as in `http://…/tickers: 200, 15360 bytes, 48 ms`.
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
