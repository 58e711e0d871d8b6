import MarketCore
import Terminal

/// The state of a screen: changed by keys and polls, shown as lines. It has no terminal and no clock.
protocol ScreenModel: Sendable {
  associatedtype ViewModel: MarketViewModel

  /// The keys of this screen, the most useful first.
  static var bindings: [KeyBinding<Self>] { get }
  var polls: PollState<ViewModel> { get set }
  var room: TerminalSize { get set }
  var heading: [String] { get }
  var body: [Line] { get }
  /// The lines that stay on the terminal when the screen is left.
  var finalLines: [Line] { get }
  /// The text that is being edited, if there is one: then typed text arrives as pastes.
  var prompt: Prompt? { get }
  /// The choice of columns, while it takes the place of the body.
  var chooser: ColumnChooser? { get set }
  /// The hint of Esc while it discards edits; `nil` while there are none.
  var escapeHint: KeyHint? { get }
  /// What polls request, as in `the order book of BTC-USD`.
  var requested: String { get }
  /// The exchanges that polls request it from.
  var sourceTitles: [String] { get }
  /// The keys of this screen that help while there are no data, as in `a for …`.
  var keysWithoutData: [String] { get }

  mutating func apply(_ polls: [Poll<Answer<ViewModel.Value>>])
  mutating func handle(_ key: Key) -> KeyResult
  /// Shows the columns of these names.
  mutating func choose(columns names: [String]) -> KeyResult
  /// Brings up to date what ``body`` needs, with the ages of old answers of several exchanges.
  mutating func prepare(ages: [ExchangeID: String])
  /// The next request for a trend that a row lacks at a time, of the rows that were shown last.
  func trendRequest(at now: ContinuousClock.Instant) -> TrendRequest?
  mutating func apply(_ result: TrendRequest.Result, of request: TrendRequest)
  /// Begins trends again, where the next poll is not the one after the last.
  mutating func forgetTrends()
  /// What is missing when the first poll has failed with this; `nil` for the failure itself.
  func missing(_ failure: MarketError) -> String?
}

/// Most screens have no prompt and no trends, and show one exchange.
extension ScreenModel {
  var finalLines: [Line] { body }
  var prompt: Prompt? { nil }
  var escapeHint: KeyHint? { nil }
  var sourceTitles: [String] { context.clients.map { $0.exchange.title } }
  var keysWithoutData: [String] { [] }
  mutating func apply(_ polls: [Poll<Answer<ViewModel.Value>>]) { self.polls.apply(polls) }
  mutating func handle(_ key: Key) -> KeyResult { perform(key) }
  mutating func prepare(ages: [ExchangeID: String]) {}
  func trendRequest(at now: ContinuousClock.Instant) -> TrendRequest? { nil }
  mutating func apply(_ result: TrendRequest.Result, of request: TrendRequest) {}
  mutating func forgetTrends() {}
  func missing(_ failure: MarketError) -> String? { failure.isPermanent ? nil : "no data yet" }
  var viewModel: ViewModel { polls.viewModel }
  var context: CommandContext { polls.job.context }
  static var hints: [KeyHint] { bindings.map(\.hint) }
  /// The hints of the keys that have an effect now.
  var hints: [KeyHint] { Self.bindings.compactMap { $0.hint(in: self) } }

  /// Handles a key, in the choice of columns while there is one.
  mutating func respond(to key: Key) -> KeyResult {
    guard let current = chooser else { return handle(key) }
    switch key {
    case .escape: chooser = nil
    case .enter where !current.hasColumns: return .refused("choose at least one column")
    case .enter:
      chooser = nil
      return choose(columns: current.names)
    default: return chooser?.handle(key) ?? .ignored
    }
    return .handled
  }

  mutating func perform(_ key: Key) -> KeyResult {
    Self.bindings.lazy.compactMap { $0.actions[key] }.first?(&self) ?? .ignored
  }

  mutating func restart(_ job: PollJob<ViewModel>) -> KeyResult {
    polls = PollState(job, after: polls)
    return .restart
  }
}

extension Int {
  /// The nearest number from 0 to a last one; 0 if that is less.
  func clamped(to last: Int) -> Int { Swift.min(Swift.max(0, self), Swift.max(0, last)) }
}
