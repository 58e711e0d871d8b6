package import MarketCore
import Reports
import Terminal

/// What a key does besides changing the state of its screen.
package enum ScreenEffect: Sendable {
  /// The state has changed, or the key has no effect now.
  case handled
  /// The key has no effect. The user sees the reason.
  case refused(String)
  /// The screen has no action for the key now.
  case ignored
  case open(any ScreenModel)
  /// Returns to the previous screen, or closes the list of columns.
  case close
  case quit
  case copy(String)
  /// The user has chosen the columns with these names.
  case columns([String])
  /// The poller must restart, because the screen needs another answer.
  case restart
  /// A replay shows the recorded poll to which the step leads, and pauses.
  case step(PollStep)
}
