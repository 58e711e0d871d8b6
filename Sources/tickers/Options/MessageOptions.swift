import Arguments
import Terminal

/// Colours, notices and traces.
struct MessageOptions: Sendable {
  enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

  private static let colorOption = ValueParsers.choice(
    "color", value: "WHEN", among: ColorChoice.allCases, help: "Colours: auto, always or never",
    details: [
      "auto colours output on a terminal, unless NO_COLOR is set or TERM is dumb; CLICOLOR_FORCE "
        + "colours output in pipes as well. always and never override these variables."
    ], defaultText: "auto")
  private static let quiet = Option(
    "quiet", short: "q", help: "Hide notices; errors are still shown")
  private static let verbose = Option(
    "verbose", short: "v", help: "Log each request to stderr: time, status, size")

  /// The options of a command without looks.
  static let ofNotices = [quiet, verbose]
  static let options = [colorOption.option] + ofNotices

  let color: ColorChoice
  let isQuiet: Bool
  let isVerbose: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    color = try invocation.value(of: Self.colorOption) ?? .auto
    isQuiet = invocation.has(Self.quiet)
    isVerbose = invocation.has(Self.verbose)
  }

  /// The looks of text for people; `nil` for plain text. Invalid parts of TICKERS_COLORS are rejected.
  func palette(in world: World, reject: (String) -> Void = { _ in }) -> Palette? {
    guard hasColor(in: world) else { return nil }
    return Palette(world.environment["TICKERS_COLORS"] ?? "", reject: reject)
  }

  func paletteNotices(in world: World) -> [String] {
    var notices: [String] = []
    let names = Palette.names.joined(separator: ", ")
    _ = palette(in: world) {
      notices.append(
        "TICKERS_COLORS: ignored '\($0)'; expected NAME=SGR, e.g. up=32; names: \(names)")
    }
    return notices
  }

  /// The channels of TICKERS_NOTIFY. Invalid words of TICKERS_NOTIFY are rejected.
  func notificationChannels(
    in world: World, reject: (String) -> Void = { _ in }
  ) -> Set<TerminalNotification.Channel> {
    TerminalNotification.channels(world.environment["TICKERS_NOTIFY"] ?? "", reject: reject)
  }

  func notificationNotices(in world: World) -> [String] {
    // Only terminals are notified.
    guard world.canRedraw else { return [] }
    var notices: [String] = []
    let names = TerminalNotification.Channel.allCases.map(\.rawValue).joined(separator: ", ")
    _ = notificationChannels(in: world) {
      notices.append("TICKERS_NOTIFY: ignored '\($0)'; expected none, or any of \(names)")
    }
    return notices
  }

  private func hasColor(in world: World) -> Bool {
    guard color == .auto else { return color == .always }
    func isSet(_ name: String) -> Bool { world.environment[name]?.isEmpty == false }
    if isSet("NO_COLOR") { return false }
    return isSet("CLICOLOR_FORCE") && world.environment["CLICOLOR_FORCE"] != "0" || world.canRedraw
  }
}
