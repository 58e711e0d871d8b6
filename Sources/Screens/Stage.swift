package import Foundation
package import MarketCore
package import Reports
package import Terminal

/// What all screens of a command have in common, such as the looks of text.
package struct Stage: Sendable {
  let looks: TextLooks
  let timeZone: @Sendable () -> TimeZone
  let isQuiet: Bool
  /// The names of the options of the command.
  let optionNames: Set<String>
  /// A hint on how to choose an exchange, for screens of the default exchange; `nil` for no hint.
  let defaultExchangeHint: String?
  let notificationChannels: Set<TerminalNotification.Channel>
  /// Makes another recorded poll the next poll; `nil` without a replay.
  let goToPoll: (@Sendable (PollStep) -> Void)?

  package init(
    looks: TextLooks, timeZone: @escaping @Sendable () -> TimeZone, isQuiet: Bool = false,
    optionNames: Set<String> = [], defaultExchangeHint: String? = nil,
    notificationChannels: Set<TerminalNotification.Channel> = [],
    goToPoll: (@Sendable (PollStep) -> Void)? = nil
  ) {
    (self.looks, self.timeZone, self.isQuiet) = (looks, timeZone, isQuiet)
    (self.optionNames, self.defaultExchangeHint) = (optionNames, defaultExchangeHint)
    (self.notificationChannels, self.goToPoll) = (notificationChannels, goToPoll)
  }
}
