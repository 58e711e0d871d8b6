import Foundation
package import MarketCore
import Reports
package import Terminal

/// The state of a screen. Events change the state, and a view shows it.
package protocol ScreenModel: Sendable {
  associatedtype SomeFeed: Feed
  typealias ViewModel = SomeFeed.Model

  /// The keys of this screen, the most useful first.
  static var bindings: [KeyBinding<Self>] { get }
  var polls: PollState<SomeFeed> { get set }
  /// The size of the body.
  var room: TerminalSize { get set }
  /// The list in which the user chooses columns, in place of the body; `nil` if the list is closed.
  var chooser: ColumnChooser? { get set }
  /// The text that is edited; `nil` for none. Characters that are typed into the text arrive as pastes.
  var prompt: Prompt? { get }
  /// The subject of the requests, such as `the order book of BTC-USD`, and the titles of the exchanges.
  var requested: (subject: String, exchanges: [String]) { get }
  /// The titles of the exchanges from which the displayed data is; by default, of the requested exchanges.
  var exchangeTitles: [String] { get }
  /// The keys of this screen that help if there is no data, such as `a for …`.
  var keysWithoutData: [String] { get }
  /// Returns what a screen without data shows instead of this failure; `nil` to show the failure.
  func missing(_ failure: MarketError) -> String?

  mutating func update(_ event: ScreenEvent<SomeFeed>) -> ScreenEffect
  /// Returns what the screen shows. `ages` are the ages of old answers, if several exchanges are requested.
  mutating func view(at now: ContinuousClock.Instant, ages: [ExchangeID: String]) -> ScreenView
}

package enum ScreenEvent<SomeFeed: Feed>: Sendable {
  case key(Key)
  case columns([String])
  case polls([SomeFeed.AnsweredPoll])
  case finished
  /// The next poll does not follow the last one, because a key has gone to another recorded poll.
  case skipped
  case side(SideAnswer, at: ContinuousClock.Instant)
  /// Data of ``ScreenView/liveBook``; `nil` when it has ended.
  case liveBook(Listing, [Poll<Answer<OrderBook>>]?)
}

/// What a screen shows, from which a ``Page`` is made.
package struct ScreenView: Sendable {
  let heading: [String]
  var body: [Line]
  /// Returns the lines to print when the screen is left, without the status line.
  let finalLines: @Sendable () -> [Line]
  /// The next request besides the polls; `nil` if none is due.
  var sideRequest: SideRequest?
  /// The time at which a side request or a live book will be due; `nil` for none.
  var nextRequest: ContinuousClock.Instant?
  /// The market whose live book is shown beside the rows; `nil` for none.
  var liveBook: Listing?
  /// Whether the body counts seconds.
  var isCounting = false
  /// The markets of the rows in view, in a live run.
  var listings: [Listing] = []
}

extension ScreenModel {
  package var prompt: Prompt? { nil }
  package var keysWithoutData: [String] { [] }
  package var exchangeTitles: [String] { requested.exchanges }
  package func missing(_ failure: MarketError) -> String? {
    failure.isPermanent ? nil : "no data yet"
  }

  var viewModel: ViewModel { polls.model }
  package var market: Market { polls.feed.market }
  /// The number of lines that PgUp and PgDn move in the body: half of its lines.
  var page: Int { room.rows / 2 }
  package static var hints: [KeyHint] { bindings.map(\.hint) }
  /// The hints of the keys of this screen that have an effect now.
  var hints: [KeyHint] { Self.bindings.compactMap { $0.hint(in: self) } }

  /// Returns the action of a key; while the list of columns is open, its action there. `nil` for no action.
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

  /// Restarts polling with another feed. Until its first poll, shows `model`; by default, the feed's model.
  mutating func restart(_ feed: SomeFeed, showing model: ViewModel? = nil) -> ScreenEffect {
    polls = polls.restarted(with: feed, showing: model)
    return .restart
  }
}

extension PollState {
  mutating func update(_ event: ScreenEvent<SomeFeed>) {
    switch event {
    case .polls(let polls): apply(polls)
    case .finished: finish()
    default: break
    }
  }
}
