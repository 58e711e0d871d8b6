package import Foundation

/// The recording that a live run makes or replays.
///
/// So that a replay has the outputs of the recorded run, both have outputs at the time of the first one plus a multiple
/// of the interval. Each shows all that had arrived by its time, and nothing that arrived later.
package struct LiveRecording: Sendable {
  /// How long after its time an output is made: what has arrived by then may still be on its way.
  static let delay = Duration.milliseconds(50)

  /// The earliest time of the first output; `nil` for any.
  package var start: Date?
  /// The replay; `nil` if the run makes the recording.
  package var replay: LiveReplay?

  package init(start: Date? = nil, replay: LiveReplay? = nil) {
    (self.start, self.replay) = (start, replay)
  }
}

/// Which updates of streams count.
enum LiveUpdates {
  /// Only the newest values at the time of an output.
  case newest
  /// The newest values at any time before.
  case byTime
  /// Each update.
  case each
}
