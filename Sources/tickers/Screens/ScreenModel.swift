import MarketCore
import Terminal

/// The state of a screen: changed by polls, keys and sizes, shown as lines. It knows no other screen,
/// no terminal and no clock.
protocol ScreenModel: Sendable {
  associatedtype ViewModel: MarketViewModel

  /// The keys of this screen, the most useful first.
  static var bindings: [KeyBinding<Self>] { get }

  /// The hints of the keys that have an effect now.
  var hints: [KeyHint] { get }
  var viewModel: ViewModel { get }
  /// Fetches one poll of the shown data.
  var fetch: PollJob<ViewModel>.Fetch { get }
  /// The subject of the screen, in a few words each.
  var heading: [String] { get }
  /// The text that is being edited, if there is one.
  var prompt: String? { get }
  /// The hint of Esc while it discards edits; `nil` while there are none.
  var escapeHint: KeyHint? { get }
  /// The names of the exchanges that may answer; `nil` for those of the context.
  var sourceTitles: [String]? { get }
  /// The pair to request from every exchange; `nil` for the context's own.
  var pairForAllExchanges: Pair? { get }
  /// The ages of answers older than the last beat, by exchange, where there are several.
  var ages: [String: String] { get set }
  /// The room for the body.
  var room: TerminalSize { get set }

  mutating func apply(_ polls: [Poll<Answer<ViewModel.Value>>])

  /// Handles text while there is a prompt.
  mutating func type(_ text: String)

  /// Handles a key; while there is a prompt, one that is not text.
  mutating func handle(_ key: Key) -> KeyResult

  /// What is missing when the first poll has failed with this; `nil` for the failure itself.
  func missing(_ failure: MarketError) -> String?
  /// The keys of this screen that help while there are no data, as in `a for …`.
  var keysWithoutData: [String] { get }
  /// The lines that fill the room.
  var body: [Line] { get }
  /// The lines that stay on the terminal when the screen is left.
  var finalLines: [Line] { get }
}

/// Most screens have no prompt, and show one exchange.
extension ScreenModel {
  var prompt: String? { nil }
  var escapeHint: KeyHint? { nil }
  var sourceTitles: [String]? { nil }
  var pairForAllExchanges: Pair? { nil }
  var ages: [String: String] {
    get { [:] }
    set {}
  }
  mutating func type(_ text: String) {}
  mutating func handle(_ key: Key) -> KeyResult { perform(key) }
  func missing(_ failure: MarketError) -> String? { failure.isPermanent ? nil : "no data yet" }
  var keysWithoutData: [String] { [] }

  /// Performs the action that is bound to a key.
  mutating func perform(_ key: Key) -> KeyResult {
    for binding in Self.bindings {
      if let action = binding.action(of: key) { return action(&self) }
    }
    return .ignored
  }

  static var hints: [KeyHint] { bindings.map(\.hint) }
  var hints: [KeyHint] { Self.bindings.compactMap { $0.hint(in: self) } }
}
