import Arguments
import Foundation
import MarketCore
import Terminal

/// The settings that every polling command has in common, once its options are read.
struct Session: Sendable {
  let world: World
  /// The clients of the exchanges that are asked, one at least.
  private(set) var clients: [MarketClient]
  /// The time from poll to poll.
  let interval: Duration
  /// The number of polls; `nil` for no end.
  private(set) var count: Int?
  /// The looks of text for people; `nil` for plain text.
  let palette: Palette?
  /// Whether notices are left out.
  let isQuiet: Bool
  /// The directory of a recording.
  let recording: URL?
  private let isVerbose: Bool
  /// The directory that is replayed.
  private let replay: URL?

  /// The settings of a command line.
  ///
  /// - Parameters:
  ///   - polls: whether the command polls without an end, if no option says otherwise.
  ///   - hasCondition: whether there is an `--until` condition: then it polls, too.
  ///   - isOnePoll: whether there is only one poll, whatever the options say.
  ///   - pairs: the pairs that are asked for, whose prefixes name the exchange.
  ///   - isFitting: whether an exchange may be asked when none was chosen; without it, the first.
  init(
    _ invocation: Invocation, in world: World, polls: Bool, hasCondition: Bool = false,
    isOnePoll: Bool = false, pairs: [TypedPair] = [],
    fitting isFitting: ((any Exchange) -> Bool)? = nil
  ) throws(UsageError) {
    let source = try SourceOptions(invocation)
    let polling = try PollOptions(invocation)
    let messages = try MessageOptions(invocation)
    // Appended text is that of a terminal that cannot do otherwise.
    let world = polling.isPlain ? world.withoutCursor : world
    self.world = world
    interval = polling.interval ?? .seconds(10)
    let isEndless = polls || hasCondition || polling.interval != nil
    count = isOnePoll ? 1 : polling.count ?? (isEndless ? nil : 1)
    palette = messages.palette(in: world)
    isQuiet = messages.isQuiet
    isVerbose = messages.isVerbose
    recording = source.record
    let prefixes = Set(pairs.map(\.exchange))
    guard prefixes.count <= 1 else { throw UsageError("SYMBOL: one exchange at a time") }
    replay = source.replay
    let chosen = try source.exchanges.exchange(in: world, prefix: prefixes.first ?? nil)
    let fitting = isFitting.map { isFitting in world.exchanges.filter { isFitting($0) } } ?? []
    let exchanges = chosen.map { [$0] } ?? (fitting.isEmpty ? [world.exchanges[0]] : fitting)
    // A further try of one poll may need an answer again.
    let repeats = count == 1 || count == nil && !hasCondition
    clients = try exchanges.map { [interval] (exchange) throws(UsageError) -> MarketClient in
      try source.client(of: exchange, in: world, interval: interval, repeats: repeats)
    }
  }

  /// The client of the exchange that is asked.
  var client: MarketClient { clients[0] }

  /// The time of the calendar; of a replay, the time of its start.
  var now: @Sendable () -> Date {
    guard let start = replay.flatMap(MarketClient.replayStart) else { return world.date }
    return { start }
  }

  /// The options of these settings.
  static let options = PollOptions.options + SourceOptions.options + MessageOptions.options

  /// Whether there is only one poll, which then has several tries.
  var isOneShot: Bool { count == 1 }
  /// Whether a table is redrawn in place.
  var isOnScreen: Bool { world.canRedraw && !isOneShot }

  /// The same settings, with a line on stderr for every request if that was asked for.
  var traced: Session {
    guard isVerbose else { return self }
    var session = self
    session.clients = clients.map { client in
      client.observed { [world] in world.say(Self.trace($0, $1, seconds: $2)) }
    }
    return session
  }

  /// The same settings without an end.
  var endless: Session {
    var session = self
    session.count = nil
    return session
  }

  /// Makes the directory to record to.
  ///
  /// - Returns: the exit status when that failed.
  func prepareRecording() -> ExitStatus? {
    guard let recording else { return nil }
    do throws(FileFailure) {
      try world.files.makeEmptyDirectory(recording)
      return nil
    } catch {
      world.say("cannot record to \(recording.path(percentEncoded: false)): \(error.reason)")
      return .cannotCreate
    }
  }

  /// Shows how far a long answer is, in place, where stderr is a terminal.
  func showProgress(_ count: Int, of total: Int, _ things: String) {
    guard world.errors.isTerminal, !isQuiet else { return }
    let numbers = [count, total].map { VolumeFormat.text(Decimal($0)) }
    let text = "\(numbers[0]) of \(numbers[1]) \(things)"
    // Spaces, for any terminal, and a return, so that the next line covers it.
    let line = count < total ? text : String(repeating: " ", count: text.count)
    try? world.errors.write("\r\(line)\r")
  }

  /// Prints a notice, unless they are left out.
  func notice(_ sentence: String) {
    if !isQuiet { world.say(sentence) }
  }
}
