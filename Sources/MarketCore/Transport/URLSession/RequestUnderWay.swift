import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request whose caller waits, and the part of its answer that has arrived.
final class RequestUnderWay: Sendable {
  typealias Continuation = CheckedContinuation<Result<Transport.Response, MarketError>, Never>

  private struct State {
    var continuation: Continuation?
    var result: Result<Transport.Response, MarketError>?
    var task: URLSessionTask?
    var body = Data()
  }

  /// The deadline for the whole answer, in seconds.
  let seconds: Double
  private let state = Mutex(State())

  init(seconds: Double) {
    self.seconds = seconds
  }

  /// Lets the caller wait, unless the request has ended already.
  func begin(_ continuation: Continuation) {
    let result = state.withLock { state in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let result { continuation.resume(returning: result) }
  }

  /// Whether nothing has ended it yet.
  var isAwaited: Bool { state.withLock { $0.result == nil } }

  /// The task of URLSession, once it is started.
  var task: URLSessionTask? {
    get { state.withLock { $0.task } }
    set { state.withLock { $0.task = newValue } }
  }

  /// The part of the body that has arrived.
  var body: Data { state.withLock { $0.body } }

  /// Adds to the body; `false` if it would be larger than the limit.
  func append(_ data: Data, limit: Int) -> Bool {
    state.withLock { state in
      guard state.result == nil else { return true }
      guard state.body.count + data.count <= limit else { return false }
      state.body.append(data)
      return true
    }
  }

  /// Ends the request with a result; `false` if something has ended it before.
  func end(_ result: Result<Transport.Response, MarketError>) -> Bool {
    let (isFirst, continuation) = state.withLock { state in
      guard state.result == nil else { return (false, nil as Continuation?) }
      defer { (state.continuation, state.body) = (nil, Data()) }
      state.result = result
      return (true, state.continuation)
    }
    continuation?.resume(returning: result)
    return isFirst
  }
}
