public import Foundation

/// How current the data of a view model is.
public struct Freshness: Sendable {
  /// The state of the data. For several exchanges, one failure makes all data stale.
  public enum Phase: Hashable, Sendable {
    /// An exchange has no data yet. If a poll failed, its error is given.
    case loading(MarketError?)
    /// All data is from the last poll.
    case loaded
    /// Data is from an earlier poll, because the last poll failed with this error.
    case stale(MarketError)
  }

  public private(set) var phase = Phase.loading(nil)
  /// The arrival time of the data; of several exchanges, of the oldest data. `nil` without data.
  public private(set) var asOf: Date?
  /// The source of the data: a URL, or a directory of a recording. `nil` for several exchanges.
  package private(set) var source: String?
  /// The time of ``asOf`` by the clock of the poller.
  package private(set) var arrival: ContinuousClock.Instant?
  package private(set) var nextPoll: ContinuousClock.Instant?

  /// The freshness before the first poll.
  package init() {}

  /// The freshness of several exchanges together. `isWhole` is whether all exchanges have data, and
  /// `failure` is the first error of their last polls.
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

  /// The error of the last poll; `nil` if it succeeded, or if there was no poll yet.
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
    }
  }
}
