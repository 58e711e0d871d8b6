public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Replays a recording at the pace of polls, by a time of its own.
///
/// Each poll moves the time on to the latest one at which none of its requests has skipped a response,
/// and each request receives the newest response that had arrived by then. An exchange without a new
/// one has not answered: its request waits for a later poll. Responses without times are received one
/// per poll. Without a poller, each request receives the next response.
package final class Replay: Sendable {
  private struct State {
    var timeline: Timeline
    var step: PollStep?
    /// The end of the wait for the next poll, for each request that waits.
    var waiting: [AsyncStream<Void>.Continuation] = []
    /// The recorded responses of each request, by the folder that it has, or would have.
    var sources: [String: Recording.Source] = [:]
  }

  private let recording: Recording
  private let state: Mutex<State>

  /// A replay from the beginning, or of the responses that had arrived by a time. If it `repeats`, it
  /// restarts after its end, with a warning.
  package init(_ directory: URL, from start: Date? = nil, repeats: Bool = true) {
    recording = Recording(directory)
    state = Mutex(
      State(timeline: Timeline(from: start ?? recording.started, repeats: repeats)))
  }

  /// The replay's own time.
  package var now: Date {
    if let now = state.withLock(\.timeline.now) { return now }
    let oldest = recording.oldest
    return state.withLock { state in
      state.timeline.now = state.timeline.now ?? oldest
      return state.timeline.now ?? .now
    }
  }

  /// The same clock, for one poller: its polls move the replay on.
  package func clock(_ clock: PollClock) -> PollClock {
    let poller = state.withLock { $0.timeline.addPoller() }
    return PollClock(
      now: clock.now, sleep: clock.sleep, random: clock.random,
      beginBeat: { [self] in beginPoll(of: poller) })
  }

  private func beginPoll(of poller: Int) {
    let waiting = state.withLock { state in
      state.timeline.beginPoll(of: poller, state.step)
      defer { (state.step, state.waiting) = (nil, []) }
      return state.waiting
    }
    for request in waiting { request.finish() }
  }

  /// Makes the next poll go there.
  package func go(_ step: PollStep) { state.withLock { $0.step = step } }

  /// The client of an exchange.
  package func client(of exchange: any Exchange) -> MarketClient {
    let base = recording.directory.absoluteURL.appending(path: exchange.id.rawValue)
    let transport = Transport { [self] request in
      do throws(MarketError) {
        return .success(try await response(to: request, of: exchange.info, below: base))
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
  ) async throws(MarketError) -> Transport.Response {
    let name = request.recordingFolder(of: exchange, below: base)
    var known = state.withLock { $0.sources[name] }
    if known == nil { known = try recording.source(of: request, on: exchange, below: base) }
    guard let source = known else { throw recording.missing(name) }
    let end = ContinuousClock.now + .seconds(request.timeoutInterval)
    while true {
      let (poll, nextPoll) = AsyncStream<Void>.makeStream()
      let (turn, tellsRestart) = state.withLock { state in
        state.sources[name] = source
        let turn = state.timeline.turn(of: name, source.series)
        if turn == .later { state.waiting.append(nextPoll) }
        return (turn, state.timeline.tellsRestart)
      }
      switch turn {
      case .response(let index):
        var response = try source.response(index, now: now)
        if tellsRestart {
          response.warnings.append(.note("end of recording; restarting from the beginning"))
        }
        return response
      case .ended(let polls):
        let count = polls ?? source.series.numbers.count
        let subject = polls == nil ? " of \(request.target(below: base))" : ""
        let unit = (polls == nil ? "response" : "poll") + (count == 1 ? "" : "s")
        throw .ended("recording\(subject) ends after \(count) \(unit)")
      case .later:
        guard await Self.wait(for: poll, until: end) else {
          throw Task.isCancelled ? .cancelled : .timedOut(seconds: request.timeoutInterval)
        }
      }
    }
  }

  /// Waits for the next poll; returns `false` if a time comes first, or the task is cancelled.
  private static func wait(
    for poll: AsyncStream<Void>, until end: ContinuousClock.Instant
  ) async -> Bool {
    await withTaskGroup { group in
      group.addTask {
        for await _ in poll {}
        return !Task.isCancelled
      }
      group.addTask {
        try? await Task.sleep(until: end, clock: .continuous)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
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
