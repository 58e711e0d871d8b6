import Synchronization

/// How often a replay was asked for each of its series, a folder of answers each.
package final class ReplayTurns: Sendable {
  private struct State {
    var asked: [String: Int] = [:]
    var hasBegunAgain = false
    var hasSaidSo = false
  }

  /// Whether a series ends after its last answer in the questions of this task, even in a replay that
  /// repeats: several exchanges then begin again together.
  @TaskLocal package static var endsSeries = false

  private let state = Mutex(State())

  /// The turn of a request, and whether it is to be said that the recording has begun again.
  ///
  /// - Returns: `nil` when the series has ended.
  func next(
    of folder: String, count: Int, repeats: Bool
  ) -> (turn: Int, saysAgain: Bool)? {
    state.withLock { state in
      let turn = state.asked[folder, default: 0]
      guard turn < count || repeats && !Self.endsSeries else { return nil }
      state.asked[folder] = turn + 1
      if turn >= count { state.hasBegunAgain = true }
      defer { state.hasSaidSo = state.hasBegunAgain }
      return (turn % count, state.hasBegunAgain && !state.hasSaidSo)
    }
  }

  /// Begins all series again.
  func beginAgain() {
    state.withLock { state in
      state.asked = [:]
      state.hasBegunAgain = true
    }
  }
}
