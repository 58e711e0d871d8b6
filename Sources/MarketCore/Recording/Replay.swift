public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Replays a recording at the pace of polls, by a time of its own.
///
/// Each poll moves the time on to the latest one at which none of its requests has skipped a response,
/// and each request receives the newest response that had arrived by then; the first time, its first
/// one at least. An exchange without a new response has not answered. Responses without times are
/// received one per poll. Without a poller, each request receives the next response. A request in the
/// background (``MarketClient/isBackground``) changes nothing of this.
package final class Replay: Sendable {
  /// The timeline, the time since the last poll began, the steps to the next poll, if it is not simply the
  /// next, and the recorded responses of each request, by the folder that it has, or would have.
  private typealias State = (
    timeline: Timeline, pollAge: (@Sendable () -> Duration)?, steps: [PollStep],
    responses: [String: Recording.Responses]
  )

  private let recording: Recording
  private let hasStart: Bool
  private let state: Mutex<State>

  /// A replay from the beginning, or of the responses that had arrived by a time. If it `repeats`, it
  /// restarts after its end, with a warning.
  package init(_ directory: URL, from start: Date? = nil, repeats: Bool = true) {
    recording = Recording(directory)
    hasStart = start != nil
    let timeline = Timeline(
      from: start ?? recording.started, repeats: repeats, beginsAtStart: start != nil)
    state = Mutex((timeline, nil, [], [:]))
  }

  /// The replay's own time, which goes on from poll to poll.
  package var now: Date {
    let (now, pollAge) = state.withLock { ($0.timeline.now, $0.pollAge) }
    if let now { return now + (pollAge?() ?? .zero) / .seconds(1) }
    let oldest = recording.oldest
    return state.withLock { state in
      state.timeline.now = state.timeline.now ?? oldest
      return state.timeline.now ?? .now
    }
  }

  /// The same clock, for one poller: its polls move the replay on, and delays have no random part.
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
    let beginnings = isFirst && (hasStart || exchanges.count > 1) ? recording.beginnings() : [:]
    state.withLock { state in
      let late = late(exchanges, beginnings, at: state.timeline.now)
      state.timeline.beginPoll(of: poller, state.steps, exchanges: exchanges, late: late)
      (state.steps, state.pollAge) = ([], age)
    }
  }

  /// The exchanges that have not answered in the first poll: with a start, those without a response by
  /// then; else those that answered after another one had answered twice.
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

  /// Makes the next poll go there.
  package func go(_ step: PollStep) { state.withLock { $0.steps.append(step) } }

  package func client(of exchange: any Exchange) -> MarketClient {
    let base = recording.directory.absoluteURL.appending(path: exchange.id.rawValue)
    let transport = Transport { [self] request in
      do throws(MarketError) {
        return .success(try response(to: request, of: exchange.info, below: base))
      } catch {
        return .failure(error)
      }
    }
    return MarketClient(
      transport, exchange: exchange, base: base, source: recording.directory.relativePath,
      keepsLimits: false)
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

extension MarketClient {
  /// A client of recorded answers.
  ///
  /// Each request receives the next answer that was recorded of it; a request for one item that was not
  /// recorded receives that item of the list. What the directory does not hold is
  /// ``MarketError/missing(_:)``. If it `repeats`, it begins again after the last answer, with a
  /// warning; else there is ``MarketError/ended(_:)``.
  ///
  /// The directory holds a folder for each exchange, under its ``Exchange/id``, laid out as its API is:
  /// `EXCHANGE/PATH/N.json`, with a query `EXCHANGE/PATH/KEY=VALUE,…/N.json`, is an answer's body;
  /// `N.meta` beside it has its status, type and time, and may be missing.
  public static func replay(
    _ directory: URL, of exchange: any Exchange = Exchanges.standard, repeats: Bool = true
  ) -> MarketClient {
    Replay(directory, repeats: repeats).client(of: exchange)
  }
}
