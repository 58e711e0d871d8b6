public import Foundation

/// How far what a view model shows can be believed.
public struct Freshness: Sendable {
  /// The three states that data goes through.
  public enum Phase: Hashable, Sendable {
    /// There is no data yet, and this is why if a poll has failed.
    case loading(MarketError?)
    /// The data is that of the last poll.
    case loaded
    /// The data is from before the last poll, which failed with this.
    case stale(MarketError)
  }

  /// The state of the data.
  public private(set) var phase = Phase.loading(nil)
  /// When the data arrived, by the calendar; in a replay, when the recorded answer did.
  public private(set) var asOf: Date?
  /// Where the data came from.
  public private(set) var source = ""
  /// When the data arrived, by the clock that polls go by.
  public private(set) var arrival: ContinuousClock.Instant?
  /// When the next poll is due.
  public private(set) var nextPoll: ContinuousClock.Instant?

  /// No data yet.
  public init() {}

  /// Why the last poll brought nothing; `nil` when it did, or there was none yet.
  public var failure: MarketError? {
    switch phase {
    case .loading(let error): error
    case .loaded: nil
    case .stale(let error): error
    }
  }

  /// Takes note of a poll.
  mutating func apply<Value>(_ poll: Poll<Answer<Value>>) {
    nextPoll = poll.next
    switch poll.result {
    case .success(let answer):
      phase = .loaded
      asOf = answer.asOf
      source = answer.source
      arrival = poll.at
    case .failure(let error):
      phase = asOf == nil ? .loading(error) : .stale(error)
    }
  }
}

/// What a screen shows of one question to the exchange, poll by poll.
public protocol MarketViewModel: Sendable {
  /// What a poll brings.
  associatedtype Value: Sendable

  /// How far what is shown can be believed.
  var freshness: Freshness { get }

  /// Takes in a poll: shows what it brought or, when it failed, goes on showing what was there.
  mutating func apply(_ poll: Poll<Answer<Value>>)
}
