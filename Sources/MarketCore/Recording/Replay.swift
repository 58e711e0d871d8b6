public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Replays a recording, one poll after the other.
///
/// As a rule, each poll moves the time of the replay on so that no response is skipped, and its requests
/// receive the newest responses that had arrived by that time. If an exchange has no new response, its
/// requests fail with ``MarketError/notAnswered``. Responses without arrival times are received one per
/// poll. Without a poller, each request receives the next response. Background requests
/// (``MarketClient/isBackground``) do not affect other requests.
package final class Replay: Sendable {
  /// `pollAge` is the time since the last poll began; `nil` before the first poll. `steps` lead to the
  /// next poll; without steps, the recording goes on. `responses` are by the folder of the request.
  private typealias State = (
    timeline: Timeline, pollAge: (@Sendable () -> Duration)?, steps: [PollStep],
    responses: [String: Recording.Responses]
  )

  private let recording: Recording
  private let hasStart: Bool
  private let state: Mutex<State>

  /// Creates a replay from the beginning, or from the responses that had arrived by `start`. If `repeats` is
  /// true, the replay restarts after its end, with a warning for the first restart.
  package init(_ directory: URL, from start: Date? = nil, repeats: Bool = true) {
    recording = Recording(directory)
    hasStart = start != nil
    let timeline = Timeline(
      from: start ?? recording.started, repeats: repeats, beginsAtStart: start != nil)
    state = Mutex((timeline, nil, [], [:]))
  }

  /// The time of the replay, which polls set, and which runs between polls; the real time if it is unknown.
  package var now: Date {
    let (now, pollAge) = state.withLock { ($0.timeline.now, $0.pollAge) }
    if let now { return now + (pollAge?() ?? .zero) / .seconds(1) }
    let oldest = recording.oldest
    return state.withLock { state in
      state.timeline.now = state.timeline.now ?? oldest
      return state.timeline.now ?? .now
    }
  }

  /// The same clock for one poller, whose polls move the replay on. Delays are not random.
  package func clock(_ clock: PollClock) -> PollClock {
    let poller = state.withLock { $0.timeline.addPoller() }
    return PollClock(
      now: clock.now, sleep: clock.sleep, random: { 0 },
      beginBeat: { [self] exchanges in
        let start = clock.now()
        beginPoll(of: poller, exchanges.map(\.rawValue)) { clock.now() - start }
      })
  }

  private func beginPoll(
    of poller: Int, _ exchanges: [String], age: @escaping @Sendable () -> Duration
  ) {
    let isFirst = state.withLock(\.timeline.isBeforeFirstPoll)
    let timed = isFirst && (hasStart || exchanges.count > 1) ? exchanges : []
    let beginnings = Dictionary(
      uniqueKeysWithValues: Set(timed).map { ($0, recording.beginning(of: $0)) })
    state.withLock { state in
      let late = late(exchanges, beginnings, at: state.timeline.now)
      state.timeline.beginPoll(of: poller, state.steps, exchanges: exchanges, late: late)
      (state.steps, state.pollAge) = ([], age)
    }
  }

  /// The exchanges that do not answer in the first poll, because their first response is too late: later
  /// than the chosen start or, if there is none, not earlier than the second response to
  /// a request of another exchange.
  private func late(
    _ exchanges: [String], _ beginnings: [String: (oldest: Date, second: Date)], at now: Date?
  ) -> Set<String> {
    Set(
      exchanges.filter { exchange in
        guard let oldest = beginnings[exchange]?.oldest, oldest < .distantFuture else {
          return false
        }
        if hasStart { return now.map { oldest > $0 } ?? false }
        return exchanges.contains { other in
          other != exchange && beginnings[other].map { $0.second <= oldest } ?? false
        }
      })
  }

  package func go(_ step: PollStep) { state.withLock { $0.steps.append(step) } }

  package func client(of exchange: any Exchange) -> MarketClient {
    recording.client(of: exchange) { [self] request, base throws(MarketError) in
      try response(to: request, of: exchange.info, below: base)
    }
  }

  private func response(
    to request: URLRequest, of exchange: ExchangeInfo, below base: URL
  ) throws(MarketError) -> Transport.Response {
    let name = request.recordingFolder(of: exchange, below: base)
    var known = state.withLock { $0.responses[name] }
    if known == nil { known = try recording.responses(to: request, of: exchange, below: base) }
    guard let known else { throw recording.missing(name) }
    if request.networkServiceType == .background {
      let (now, index) = state.withLock { state in
        state.responses[name] = known
        return (state.timeline.now, state.timeline.indexBesidePolls(in: known.series))
      }
      return try known.response(index, now: now ?? self.now)
    }
    let turn = state.withLock { state in
      state.responses[name] = known
      return state.timeline.turn(of: name, known.series)
    }
    switch turn {
    case .response(let index, let isRestart):
      var response = try known.response(index, now: state.withLock(\.timeline.now) ?? now)
      if isRestart {
        response.warnings.append(.note("end of recording; restarting from the beginning"))
      }
      return response
    case .notAnswered: throw .notAnswered
    case .ended(let polls):
      let count = polls ?? known.series.numbers.count
      let subject = polls == nil ? " of \(request.target(below: base))" : ""
      let unit = (polls == nil ? "response" : "poll") + (count == 1 ? "" : "s")
      throw .ended("recording\(subject) ends after \(count) \(unit)")
    }
  }
}

extension Recording {
  /// A client whose requests receive the responses of a replay. `base` is the base URL of the exchange.
  func client(
    of exchange: any Exchange,
    _ response:
      @escaping @Sendable (_ request: URLRequest, _ base: URL) async throws(MarketError)
      -> Transport.Response
  ) -> MarketClient {
    let base = directory.absoluteURL.appending(path: exchange.id.rawValue)
    let transport = Transport { request in
      do throws(MarketError) {
        return .success(try await response(request, base))
      } catch {
        return .failure(error)
      }
    }
    return MarketClient(
      transport, exchange: exchange, base: base, source: directory.relativePath,
      keepsLimits: false)
  }
}

extension MarketClient {
  /// Creates a client that replays recorded responses.
  ///
  /// Each request receives the next recorded response. If a request was not recorded, it is answered from a
  /// similar request, such as for a list with the requested item; without one, it fails with
  /// ``MarketError/missing(_:)``. After its last response, a request restarts from its first response if
  /// `repeats` is true; the first restart has a warning. Otherwise, it fails with ``MarketError/ended(_:)``.
  ///
  /// The directory has a folder for each exchange, named by its ``Exchange/id``. `EXCHANGE/PATH/N.json`
  /// is the body of a response, or `EXCHANGE/PATH/KEY=VALUE,…/N.json` if the request has a query.
  /// `N.meta` beside it has the status, type and time, and may be missing.
  public static func replay(
    _ directory: URL, of exchange: any Exchange = Exchanges.standard, repeats: Bool = true
  ) -> MarketClient {
    Replay(directory, repeats: repeats).client(of: exchange)
  }
}
