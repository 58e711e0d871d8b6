import Synchronization

/// How often a replay was asked for each of its series, a folder of answers each.
package final class ReplayCursor: Sendable {
  private struct State {
    var asked: [String: Int] = [:]
    var hasRestarted = false
    var hasAnnouncedRestart = false
  }

  /// Whether a series ends after its last answer in the questions of this task, even in a replay that
  /// repeats: several exchanges then begin again together.
  @TaskLocal package static var stopsAtEnd = false

  private let state = Mutex(State())

  /// The turn of a request, and whether it is to be said that the recording has begun again.
  ///
  /// - Returns: `nil` when the series has ended.
  func next(
    of folder: String, count: Int, repeats: Bool
  ) -> (turn: Int, announcesRestart: Bool)? {
    state.withLock { state in
      let turn = state.asked[folder, default: 0]
      guard turn < count || repeats && !Self.stopsAtEnd else { return nil }
      state.asked[folder] = turn + 1
      if turn >= count { state.hasRestarted = true }
      defer { state.hasAnnouncedRestart = state.hasRestarted }
      return (turn % count, state.hasRestarted && !state.hasAnnouncedRestart)
    }
  }

  /// Begins all series again.
  func restart() {
    state.withLock { state in
      state.asked = [:]
      state.hasRestarted = true
    }
  }
}
