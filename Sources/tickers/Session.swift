import Arguments
import Foundation
import MarketCore
import Terminal

/// What the options say about where answers come from, how often, and how they are shown.
struct Session: Sendable {
  let world: World
  let client: MarketClient
  let interval: Duration
  let count: Int?
  let color: Bool
  let isQuiet: Bool

  /// Only one poll: it is worth a second try.
  var isOneShot: Bool { count == 1 }

  init(_ invocation: Invocation, in world: World) throws(UsageError) {
    self.world = world
    isQuiet = invocation.has(Options.quiet)
    color = Self.color(try invocation.value(of: Options.color) ?? .auto, in: world)
    count = try invocation.value(of: Options.count)
    interval = try invocation.value(of: Options.interval) ?? .seconds(10)

    let url = try Self.url(invocation, in: world)
    let replay = try invocation.value(of: Options.replay)
    if interval < .seconds(1), replay == nil, !url.isLoopback {
      throw UsageError(
        "--interval under 1 is for --replay, or a --url on this machine: the exchange is shared")
    }
    var client =
      replay.map { MarketClient.replay($0) }
      ?? .live(url, userAgent: "\(Tickers.program.name)/\(Tickers.program.version)")
    client.timeout = try invocation.value(of: Options.timeout) ?? client.timeout
    if invocation.has(Options.verbose) {
      client = client.observed { world.say(Self.trace($0, $1, seconds: $2)) }
    }
    self.client = client
  }

  /// Says something that is good to know, unless nobody wants to.
  func notice(_ sentence: String) {
    if !isQuiet { world.say(sentence) }
  }

  private static func url(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> URL {
    if let url = try invocation.value(of: Options.url) { return url }
    guard let text = world.environment["TICKERS_URL"], !text.isEmpty else {
      return MarketClient.exchange
    }
    do {
      return try Options.baseURL(text)
    } catch {
      throw UsageError("TICKERS_URL: '\(text)' is not \(error.expected)")
    }
  }

  private static func color(_ choice: Options.ColorChoice, in world: World) -> Bool {
    func isSet(_ name: String) -> Bool { world.environment[name]?.isEmpty == false }
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if isSet("NO_COLOR") { return false }
      if isSet("CLICOLOR_FORCE"), world.environment["CLICOLOR_FORCE"] != "0" { return true }
      return world.canRedraw
    }
  }
}

extension URL {
  /// Whether it leads to this machine.
  var isLoopback: Bool {
    let host = host()?.lowercased() ?? ""
    let isIPv4 =
      host.split(separator: ".").count == 4 && host.allSatisfy { $0 == "." || $0.isNumber }
    return ["localhost", "::1", "[::1]"].contains(host) || isIPv4 && host.hasPrefix("127.")
  }
}
