/// A view model of data that is polled from one or several exchanges, ready to show.
public protocol MarketViewModel: Sendable {
  /// The value of an answer.
  associatedtype Value: Sendable
  /// A row that alerts test.
  associatedtype WatchedRow: MarketRow

  /// The exchanges, and the last answer of each.
  var polled: PolledExchanges<Value> { get set }

  /// Notices about the rows, such as that no pair matches.
  var notices: [String] { get }

  /// Applies polls that belong to one beat, a moment at which all exchanges are polled.
  mutating func apply(_ polls: [Poll<Answer<Value>>])

  /// The rows with new data after these polls, for alerts. `first`, the view model before the user
  /// changed it, decides which rows are tested.
  func watchedRows(after polls: [Poll<Answer<Value>>], asIn first: Self) -> [WatchedRow]
}

extension MarketViewModel {
  public var notices: [String] { [] }

  public var freshness: Freshness { polled.freshness }

  /// Applies one poll.
  public mutating func apply(_ poll: Poll<Answer<Value>>) { apply([poll]) }
}
