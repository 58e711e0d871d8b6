import Arguments
import Foundation
import MarketCore

extension ConnectionOptions {
  static let replayOption = directory(
    "replay", help: "Replay recorded responses from DIR",
    details: [
      "The recording's own time is the time of the replay, which restarts at its end, except in "
        + "alerts. With --until, or a --count beyond it, the replay ends instead (status 1 or 66). With --live, "
        + "streams are replayed at their pace, once."
    ])
  static let startOption = ValueOption(
    Option("start", value: "T", help: "Begin the replay at T, a time as in history --from"),
    parse: ValueParsers.time)
  static let recordOption = directory(
    "record", help: "Record responses, and streams, to a new or empty directory")
  static let appendOption = Option(
    "append", help: "Continue the recording in the directory of --record")

  static let recordingOptions = [
    replayOption.option, startOption.option, recordOption.option, appendOption,
  ]

  private static func directory(
    _ name: String, help: String, details: [String] = []
  ) -> ValueOption<URL> {
    ValueOption(
      Option(name, value: "DIR", candidates: .directory, help: help, details: details),
      parse: ValueParsers.directory)
  }

  /// Returns the world. With `--replay`, recorded responses replace requests, and the replay restarts after its end
  /// if `repeats` is true. A live run also replays the streams, once, and without pauses if `isFast` is true. With
  /// `--record`, responses and streams are recorded.
  func world(_ world: World, repeats: Bool, isLive: Bool = false, isFast: Bool = false) -> World {
    var result = world
    result.usesNetwork = world.usesNetwork && replayed == nil
    if let replayed, isLive {
      let start = start?(world.date())
      let clock = ReplayClock(world.clock, at: isFast ? .fast : .recorded)
      let replay = LiveReplay(replayed, from: start, by: clock)
      result.client = { exchange, _ in replay.client(of: exchange) }
      result.webSocket = { replay.webSocket(of: $0.id) }
      (result.clock, result.date) = (clock.pollClock, { replay.now })
      result.goToPoll = { replay.go($0) }
      result.liveRecording = LiveRecording(start: start, replay: replay)
    } else if let replayed {
      let replay = Replay(replayed, from: start?(world.date()), repeats: repeats)
      result.client = { exchange, _ in replay.client(of: exchange) }
      result.date = { replay.now }
      result.pollerClock = replay.clock
      result.goToPoll = replay.go
    }
    if let recorded {
      result.client = { [client = result.client] in client($0, $1).recording(to: recorded) }
      result.webSocket = { [webSocket = result.webSocket, date = result.date] exchange in
        webSocket(exchange).recording(to: recorded, of: exchange.id, now: date)
      }
      result.liveRecording = result.liveRecording ?? LiveRecording()
      result.begin = { [date = result.date] in
        let reason = Recording(recorded).reasonNotToBegin(continuing: isAppended, at: date())
        let path = recorded.path(percentEncoded: false)
        return reason.map { world.failure(.cannotCreate, "--record: \($0): \(path)") }
      }
    }
    return result
  }
}
