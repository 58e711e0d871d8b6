import Foundation
import MarketCore
import Terminal

/// The state of a screen: events change it, and a view shows it. It has no terminal and no clock.
protocol ScreenModel: Sendable {
  associatedtype ViewModel: MarketViewModel

  /// The keys of this screen, the most useful first.
  static var bindings: [KeyBinding<Self>] { get }
  var polls: PollState<ViewModel> { get set }
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

  mutating func update(_ event: ScreenEvent<ViewModel>) -> ScreenEffect
  /// - Parameter ages: the ages of old answers of several exchanges.
  mutating func view(at now: ContinuousClock.Instant, ages: [ExchangeID: String]) -> ScreenView
}

enum ScreenEvent<ViewModel: MarketViewModel>: Sendable {
  case key(Key)
  /// Columns of these names were chosen.
  case columns([String])
  case polls([Poll<Answer<ViewModel.Value>>])
  /// The last poll has arrived.
  case finished
  /// The next poll is not the one after the last.
  case skipped
  case trend(TrendRequest, TrendRequest.Result, at: ContinuousClock.Instant)
}

/// What a page shows of a screen.
struct ScreenView: Sendable {
  let heading: [String]
  var body: [Line]
  /// The lines that stay on the terminal when the screen is left.
  let finalLines: @Sendable () -> [Line]
  /// The next request for a trend that a shown row lacks.
  var trendRequest: TrendRequest?
}

extension ScreenModel {
  var prompt: Prompt? { nil }
  var keysWithoutData: [String] { [] }
  func missing(_ failure: MarketError) -> String? { failure.isPermanent ? nil : "no data yet" }

  var viewModel: ViewModel { polls.viewModel }
  /// A page is half of the rows that fit.
  var page: Int { room.rows / 2 }
  static var hints: [KeyHint] { bindings.map(\.hint) }
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

  mutating func restart(_ job: PollJob<ViewModel>) -> ScreenEffect {
    polls = PollState(job, after: polls)
    return .restart
  }
}

extension PollState {
  /// Takes polls, or their end.
  mutating func update(_ event: ScreenEvent<ViewModel>) {
    switch event {
    case .polls(let polls): apply(polls)
    case .finished: finish()
    default: break
    }
  }
}

/// All that screens use of the context of their polls.
extension PollState {
  var clients: [MarketClient] { job.context.clients }
  var titles: [String] { clients.map { $0.exchange.title } }
  var requestedPairs: [Pair] { job.context.pairRequests.map(\.pair) }
  var allExchanges: [any Exchange] { job.context.world.exchanges }
  func title(of exchange: ExchangeID?) -> String { job.context.title(of: exchange) }
  var interval: Duration { job.context.interval }
  /// Whether polling goes on until a key ends it.
  var isEndless: Bool { job.context.count == nil && job.condition == nil }
  var clock: PollClock { job.context.world.clock }
  /// The time by the clock of the polls and by the calendar.
  var time: (now: ContinuousClock.Instant, date: Date, zone: TimeZone) {
    (clock.now(), job.context.world.date(), job.context.world.timeZone())
  }
  /// Makes the next poll the one that a step leads to; `nil` where polls are live.
  var goToPoll: (@Sendable (PollStep) -> Void)? { job.context.world.goToPoll }
  var looks: TextLooks { job.context.looks }
  var defaultExchangeNotice: String? { job.context.defaultExchangeNotice }
  /// Whether the command has an option, for which the options file can have a line.
  func hasOption(_ name: String) -> Bool { job.context.hasOption(name) }
}
