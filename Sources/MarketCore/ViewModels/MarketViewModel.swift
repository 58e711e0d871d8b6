/// The data of one question to an exchange, poll by poll, ready to show.
public protocol MarketViewModel: Sendable {
  /// The value of an answer.
  associatedtype Value: Sendable

  /// How current the data is.
  var freshness: Freshness { get }

  /// Notices about the rows, such as that no pair matches.
  var notices: [String] { get }

  /// Applies a poll: shows its answer or, when it failed, goes on showing the data before.
  mutating func apply(_ poll: Poll<Answer<Value>>)
}

/// Most data needs no words.
extension MarketViewModel {
  /// None.
  public var notices: [String] { [] }
}
