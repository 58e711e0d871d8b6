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
  /// The end of the recording that is replayed; `nil` if the run makes one.
  package var end: Date?

  package init(start: Date? = nil, end: Date? = nil) { (self.start, self.end) = (start, end) }
}
