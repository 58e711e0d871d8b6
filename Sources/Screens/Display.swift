import MarketCore
import Reports
package import Terminal

/// The functions of a terminal that a screen loop uses. Tests replace them.
package protocol Display: Sendable {
  var size: TerminalSize { get }
  /// Calls `handler` with keys, and when the screen must be drawn again; returns whether keys can be read.
  func start(_ handler: @escaping @Sendable (LoopEvent) -> Void) -> Bool
  /// Shows lines, if possible without waiting for the terminal.
  func draw(_ lines: [Line], finalLines: @escaping @Sendable () -> [Line]) throws(WriteFailure)
  /// Copies a text of at most ``Clipboard/longestText`` bytes to the clipboard.
  func copy(_ text: String) throws(WriteFailure)
  /// Notifies the user of these texts, which may be merged. The bell rings at most once.
  func notify(
    _ texts: [String], by channels: Set<TerminalNotification.Channel>) throws(WriteFailure)
  /// Restores the terminal, and prints the final lines of the last frame.
  func leave() throws(WriteFailure)
}
