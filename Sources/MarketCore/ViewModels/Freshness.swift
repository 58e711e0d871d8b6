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
  /// The arrival time of the data, by the calendar.
  public private(set) var asOf: Date?
  /// The source of the data.
  package private(set) var source: String?
  /// The arrival time of the data, by the clock of the poller.
  package private(set) var arrival: ContinuousClock.Instant?
  /// The time of the next poll.
  package private(set) var nextPoll: ContinuousClock.Instant?

  /// No data yet.
  package init() {}

  /// The freshness of the data of several exchanges: as that of the oldest.
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

  /// The error of the last poll; `nil` when it succeeded, or there was none yet.
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
