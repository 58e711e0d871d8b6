public import Foundation

/// How current the data of a view model is.
public struct Freshness: Sendable {
  /// The state of the data; of several exchanges, of their data together.
  public enum Phase: Hashable, Sendable {
    /// No exchange has data; a poll may have failed with this error. Or, without a failure, some lack data.
    case loading(MarketError?)
    /// Each exchange has data from its last poll.
    case loaded
    /// There is data, but the last poll of an exchange failed with this error.
    case stale(MarketError)
  }

  public private(set) var phase = Phase.loading(nil)
  /// The arrival time of the data; of several exchanges, of the oldest data. `nil` without data.
  public private(set) var asOf: Date?
  /// The URL or directory from which the data comes; `nil` for several exchanges, and if it is unknown.
  package private(set) var source: String?
  /// Like ``asOf``, but by the clock of the poller.
  package private(set) var arrival: ContinuousClock.Instant?
  package private(set) var nextPoll: ContinuousClock.Instant?

  /// The freshness before the first poll.
  package init() {}

  /// The freshness of several exchanges together. `isWhole` is whether all exchanges have data, and
  /// `failure` is the first error of their last polls; `nil` if none failed.
  init(of parts: [Freshness], isWhole: Bool, _ failure: MarketError?) {
    asOf = parts.compactMap(\.asOf).min()
    arrival = parts.compactMap(\.arrival).min()
    nextPoll = parts.compactMap(\.nextPoll).min()
    if let failure {
      phase = asOf == nil ? .loading(failure) : .stale(failure)
    } else {
      phase = isWhole ? .loaded : .loading(nil)
    }
  }

  /// The error of the last poll, or of several exchanges the first error; `nil` if no last poll failed.
  public var failure: MarketError? {
    switch phase {
    case .loading(let error): error
    case .loaded: nil
    case .stale(let error): error
    }
  }

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
      if let arrival, let alive = poll.aliveAt { self.arrival = max(arrival, alive) }
    }
  }
}
