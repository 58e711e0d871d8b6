import Arguments
import Foundation
import MarketCore
import Terminal

/// The settings that every polling command has in common, once its options are read.
struct Session: Sendable {
  let world: World
  private(set) var client: MarketClient
  /// The time from poll to poll.
  let interval: Duration
  /// How many polls; `nil` for no end.
  private(set) var count: Int?
  /// The looks of text for people; `nil` for plain text.
  let palette: Palette?
  /// Whether notices are left out.
  let isQuiet: Bool
  /// Where answers are kept.
  let recording: URL?
  private let isVerbose: Bool

  /// The settings of a command line.
  ///
  /// - Parameters:
  ///   - polls: whether the command polls without an end, if no option says otherwise.
  ///   - hasCondition: whether there is an `--until` condition: then it polls, too.
  ///   - isOnePoll: whether there is only one poll, whatever the options say.
  ///   - pairs: the pairs that are asked for, whose prefixes name the exchange.
  init(
    _ invocation: Invocation, in world: World, polls: Bool, hasCondition: Bool = false,
    isOnePoll: Bool = false, pairs: [TypedPair] = []
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
    let exchange = try source.exchanges.exchange(in: world, prefix: prefixes.first ?? nil)
    client = try source.client(
      of: exchange, in: world, interval: interval,
      // A further try of one poll may need an answer again.
      repeats: count == 1 || count == nil && !hasCondition)
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
    session.client = client.observed { [world] in world.say(Self.trace($0, $1, seconds: $2)) }
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

  /// Prints a notice, unless they are left out.
  func notice(_ sentence: String) {
    if !isQuiet { world.say(sentence) }
  }
}
