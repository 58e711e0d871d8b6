import Synchronization

/// The place in a replay: the number of responses that were served of each folder.
package final class ReplayCursor: Sendable {
  /// Whether a replay stops after its last response for the requests of this task, even one that
  /// repeats: several exchanges then restart together.
  @TaskLocal package static var stopsAtEnd = false

  private let repeats: Bool
  private let state = Mutex(
    (served: [String: Int](), hasRestarted: false, hasAnnouncedRestart: false))

  /// - Parameter repeats: whether the replay restarts after the last response of a folder.
  init(repeats: Bool) {
    self.repeats = repeats
  }

  /// The index of the next response of a folder, and whether it announces that the recording has
  /// restarted; `nil` after the last.
  func next(of folder: String, count: Int) -> (index: Int, announcesRestart: Bool)? {
    state.withLock { state in
      let served = state.served[folder, default: 0]
      guard served < count || repeats && !Self.stopsAtEnd else { return nil }
      state.served[folder] = served + 1
      if served >= count { state.hasRestarted = true }
      defer { state.hasAnnouncedRestart = state.hasRestarted }
      return (served % count, state.hasRestarted && !state.hasAnnouncedRestart)
    }
  }

  /// Begins with the first response of each folder again.
  func restart() {
    state.withLock { state in
      state.served = [:]
      state.hasRestarted = true
    }
  }
}
