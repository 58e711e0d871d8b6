import Arguments
import Foundation
import MarketCore
import Terminal

/// What the options say about where answers come from, how often, and how they are shown.
struct Session: Sendable {
  let world: World
  private(set) var client: MarketClient
  let interval: Duration
  private(set) var count: Int?
  /// How text for people looks; `nil` for plain.
  let palette: Palette?
  let recording: URL?
  let isQuiet: Bool
  private let isVerbose: Bool

  /// Only one poll: it is worth a second try.
  var isOneShot: Bool { count == 1 }
  /// Whether what can be redrawn is redrawn in place.
  var isLive: Bool { world.canRedraw && !isOneShot }

  /// What the options say.
  ///
  /// - Parameter polls: whether the command polls if no option says so.
  init(_ invocation: Invocation, in world: World, polls: Bool) throws(UsageError) {
    self.world = world
    isQuiet = invocation.has(Options.quiet)
    isVerbose = invocation.has(Options.verbose)
    let color = try invocation.value(of: Options.color) ?? .auto
    palette = Self.hasColor(color, in: world) ? Self.palette(in: world, isQuiet: isQuiet) : nil
    let interval = try invocation.value(of: Options.interval)
    let isEndless =
      polls || interval != nil || invocation.has(Options.until(TickerField.self).option)
    count = try invocation.value(of: Options.count) ?? (isEndless ? nil : 1)
    self.interval = interval ?? .seconds(10)

    var client: MarketClient
    if let directory = try invocation.value(of: Options.replay) {
      client = .replay(directory)
    } else {
      let url = try Self.url(invocation, in: world)
      if self.interval < .seconds(1), !url.isLoopback {
        throw UsageError(
          "--interval under 1 is for --replay, or a --url on this machine: the exchange is shared")
      }
      client = .live(url, userAgent: "\(Tickers.program.name)/\(Tickers.program.version)")
    }
    client.timeout = try invocation.value(of: Options.timeout) ?? client.timeout
    recording = try invocation.value(of: Options.record)
    if let recording { client = client.recording(to: recording) }
    self.client = client
  }

  /// The same, telling of every request if someone asked for that.
  var tracing: Session {
    guard isVerbose else { return self }
    var session = self
    session.client = client.observed { [world] in world.say(Self.trace($0, $1, seconds: $2)) }
    return session
  }

  /// Makes the directory to record to. Returns how the program is to end when that failed.
  func prepareRecording() -> ExitStatus? {
    guard let recording else { return nil }
    let path = recording.path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(at: recording, withIntermediateDirectories: true)
      if try FileManager.default.contentsOfDirectory(atPath: path).isEmpty { return nil }
      world.say("cannot record to \(path): it is not empty")
    } catch {
      world.say("cannot record to \(path): \(error.plainReason)")
    }
    return .cannotCreate
  }

  /// The same, for so many polls; `nil` for no end.
  func limited(to count: Int?) -> Session {
    var session = self
    session.count = count
    return session
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
      throw UsageError(lines: error.lines(about: text, of: "TICKERS_URL"))
    }
  }

  /// What `TICKERS_COLORS` says, in the manner of `GREP_COLORS`.
  private static func palette(in world: World, isQuiet: Bool) -> Palette {
    Palette(world.environment["TICKERS_COLORS"] ?? "") { part in
      let names = Palette.names.joined(separator: ", ")
      if !isQuiet {
        world.say("TICKERS_COLORS: '\(part)' is left out; up=32 would do, and names are \(names)")
      }
    }
  }

  private static func hasColor(_ choice: Options.ColorChoice, in world: World) -> Bool {
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
    return host == "localhost" || isIPv4 && host.hasPrefix("127.")
  }
}
