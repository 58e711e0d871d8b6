package import Foundation
package import MarketCore
package import Reports
package import Terminal

/// The state of a screen: events change it, and a view shows it. It has no terminal and no clock.
package protocol ScreenModel: Sendable {
  associatedtype SomeFeed: Feed
  typealias ViewModel = SomeFeed.Model

  /// The keys of this screen, the most useful first.
  static var bindings: [KeyBinding<Self>] { get }
  var polls: PollState<SomeFeed> { get set }
  /// The size of the body.
  var room: TerminalSize { get set }
  /// The choice of columns, while it takes the place of the body.
  var chooser: ColumnChooser? { get set }
  /// The text that is being edited, if there is one: then typed text arrives as pastes.
  var prompt: Prompt? { get }
  /// What polls request, as in `the order book of BTC-USD`, and the titles of the exchanges.
  var requested: (subject: String, exchanges: [String]) { get }
  /// The keys of this screen that help while there are no data, as in `a for …`.
  var keysWithoutData: [String] { get }
  /// What is missing when the first poll has failed with this; `nil` for the failure itself.
  func missing(_ failure: MarketError) -> String?

  mutating func update(_ event: ScreenEvent<SomeFeed>) -> ScreenEffect
  /// - Parameter ages: the ages of old answers of several exchanges.
  mutating func view(at now: ContinuousClock.Instant, ages: [ExchangeID: String]) -> ScreenView
}

package enum ScreenEvent<SomeFeed: Feed>: Sendable {
  case key(Key)
  /// Columns of these names were chosen.
  case columns([String])
  case polls([SomeFeed.AnsweredPoll])
  /// The last poll has arrived.
  case finished
  /// The next poll is not the one after the last.
  case skipped
  case trend(TrendRequest, TrendRequest.Result, at: ContinuousClock.Instant)
}

/// What a page shows of a screen.
package struct ScreenView: Sendable {
  let heading: [String]
  var body: [Line]
  /// The lines that stay on the terminal when the screen is left.
  let finalLines: @Sendable () -> [Line]
  /// The next request for a trend that a shown row lacks.
  var trendRequest: TrendRequest?
}

extension ScreenModel {
  package var prompt: Prompt? { nil }
  package var keysWithoutData: [String] { [] }
  package func missing(_ failure: MarketError) -> String? {
    failure.isPermanent ? nil : "no data yet"
  }

  var viewModel: ViewModel { polls.model }
  package var market: Market { polls.feed.market }
  /// A page is half of the rows that fit.
  var page: Int { room.rows / 2 }
  package static var hints: [KeyHint] { bindings.map(\.hint) }
  /// The hints of the keys that have an effect now.
  var hints: [KeyHint] { Self.bindings.compactMap { $0.hint(in: self) } }

  /// What a key does, in the choice of columns while there is one; `nil` for nothing.
  func action(of key: Key) -> KeyBinding<Self>.Action? {
    guard chooser != nil else { return KeyBinding.action(of: key, in: Self.bindings) }
    guard let action = KeyBinding.action(of: key, in: ColumnChooser.bindings) else { return nil }
    return { model in
      guard var chooser = model.chooser else { return .ignored }
      let effect = action(&chooser)
      model.chooser = chooser
      switch effect {
      case .close: model.chooser = nil
      case .columns(let names):
        model.chooser = nil
        return model.update(.columns(names))
      default: return effect
      }
      return .handled
    }
  }

  /// Polls another feed, or the same one with other requests.
  ///
  /// - Parameter model: the data that is shown until then; `nil` for none.
  mutating func restart(_ feed: SomeFeed, showing model: ViewModel? = nil) -> ScreenEffect {
    polls = polls.restarted(with: feed, showing: model)
    return .restart
  }
}

extension PollState {
  /// Takes polls, or their end.
  mutating func update(_ event: ScreenEvent<SomeFeed>) {
    switch event {
    case .polls(let polls): apply(polls)
    case .finished: finish()
    default: break
    }
  }
}

/// What all screens have in common: the looks of text, and what the command and its terminal allow.
package struct Stage: Sendable {
  let looks: TextLooks
  let timeZone: @Sendable () -> TimeZone
  let isQuiet: Bool
  /// The names of the options of the command: the options file can have lines for them.
  let optionNames: Set<String>
  /// A hint on the options for other exchanges, where the default one is used; `nil` for none.
  let defaultExchangeHint: String?
  /// How firings of alerts notify the terminal.
  let notificationChannels: Set<TerminalNotification.Channel>
  /// Makes the next poll the one that a step leads to; `nil` where polls are live.
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
