public import Foundation

/// How current a view model's data is.
public struct Freshness: Sendable {
  /// The three states that data goes through.
  public enum Phase: Hashable, Sendable {
    /// There is no data yet; the error of the last poll, if there was one.
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

  /// The error of the last poll; `nil` when it succeeded, or there was none yet.
  public var failure: MarketError? {
    switch phase {
    case .loading(let error): error
    case .loaded: nil
    case .stale(let error): error
    }
  }

  /// Applies a poll.
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
