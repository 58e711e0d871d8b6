/// The data of a request to an exchange, or to several, poll by poll, ready to show.
public protocol MarketViewModel: Sendable {
  /// The value of an answer.
  associatedtype Value: Sendable

  /// The requested exchanges, and how current the data of each is.
  var sources: Sources<Value> { get set }

  /// Notices about the rows, such as that no pair matches.
  var notices: [String] { get }

  /// Applies the polls of one beat: shows their answers or, where they failed, goes on showing
  /// the data before (see ``Sources/keepsOlder``).
  mutating func apply(_ polls: [Poll<Answer<Value>>])
}

/// Defaults, which most view models have.
extension MarketViewModel {
  /// None.
  public var notices: [String] { [] }

  /// How current the data is.
  public var freshness: Freshness { sources.freshness }

  /// Applies one poll.
  public mutating func apply(_ poll: Poll<Answer<Value>>) { apply([poll]) }
}
