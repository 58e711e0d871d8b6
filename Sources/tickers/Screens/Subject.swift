import MarketCore
import Terminal

/// Something to poll for, and how what comes is shown.
protocol Subject: Sendable {
  associatedtype ViewModel: MarketViewModel

  var viewModel: ViewModel { get set }
  var renderer: any Renderer { get }
  /// One poll.
  var fetch: @Sendable (MarketClient) async -> Result<Answer<ViewModel.Value>, MarketError> { get }
  /// What there is to show now.
  var frame: Frame { get }
  /// What to say when there is nothing to show.
  var emptiness: String? { get }

  /// Takes in a poll.
  mutating func apply(_ poll: Poll<Answer<ViewModel.Value>>)
}

extension Subject {
  var emptiness: String? { nil }

  /// What people should know beside the rows: what was left out, what is odd, that nothing is there.
  func remarks(on answer: Answer<ViewModel.Value>) -> [String] {
    answer.warnings.sentences + [emptiness].compactMap(\.self)
  }

  mutating func apply(_ poll: Poll<Answer<ViewModel.Value>>) { viewModel.apply(poll) }
}

/// A subject to look at on a terminal: turns polls, keys and sizes into state, and state into
/// lines. It knows no other screen.
protocol LiveScreen: Subject {
  /// The room that the coordinator gives it.
  var room: TerminalSize { get set }
  /// What keys do here, the most useful first.
  static var keys: [KeyHint] { get }
  /// What it shows, in a few words each.
  var heading: [String] { get }
  /// What is being typed, if something is.
  var prompt: String? { get }

  /// Takes in a key.
  mutating func press(_ key: Key) -> KeyResponse

  /// The lines that show it, no more than there is room for.
  ///
  /// - Parameter isLast: whether they stay behind when the screen is left.
  func body(isLast: Bool) -> [Line]
}

/// What comes of a key.
enum KeyResponse: Equatable {
  /// The screen has seen to it.
  case taken
  /// It means nothing to the screen.
  case ignored
  /// The book of a pair is to be shown.
  case open(Pair)
  /// The screen asks for something else now, and must be polled for anew.
  case restart
}

/// What a key does, for those who look it up.
struct KeyHint {
  let key: String
  /// In a word, for the foot of the screen.
  let word: String
  /// In a sentence, for the list of keys.
  let meaning: String

  init(_ key: String, _ word: String, _ meaning: String) {
    (self.key, self.word, self.meaning) = (key, word, meaning)
  }

  /// What Esc does on a screen that was opened from another.
  static let back = KeyHint("Esc", "back", "From a book back to the list")

  /// What keys do on every screen.
  static let common = [
    KeyHint("Space", "pause", "Hold up polling, or go on"),
    KeyHint("r", "poll", "Poll now"),
    KeyHint("?", "keys", "Show the keys, or hide them"),
    KeyHint("q", "quit", "Leave; so does Ctrl-C"),
  ]
}
