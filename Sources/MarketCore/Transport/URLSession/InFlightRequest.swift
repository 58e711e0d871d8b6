import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The state of a request, such as its waiting caller, the body received so far, and its result.
final class InFlightRequest: Sendable {
  typealias Result = Swift.Result<Transport.Response, MarketError>
  typealias Continuation = CheckedContinuation<Result, Never>

  /// The time limit for the whole response, in seconds.
  let seconds: Double
  private let state = Mutex(
    (
      continuation: nil as Continuation?, result: nil as Result?, task: nil as URLSessionTask?,
      body: Data(), redirects: 0
    ))

  init(seconds: Double) { self.seconds = seconds }

  /// Resumes the caller with the result: now, if there is a result, else in `finish(_:)`.
  func resume(_ continuation: Continuation) {
    let result = state.withLock { state in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let result { continuation.resume(returning: result) }
  }

  var isAwaited: Bool { state.withLock { $0.result == nil } }

  var task: URLSessionTask? {
    get { state.withLock { $0.task } }
    set { state.withLock { $0.task = newValue } }
  }

  var body: Data { state.withLock { $0.body } }

  func addRedirect() -> Int {
    state.withLock { state in
      state.redirects += 1
      return state.redirects
    }
  }

  /// Appends to the body, unless there is a result; returns `false` if the limit would be exceeded.
  func append(_ data: Data, limit: Int) -> Bool {
    state.withLock { state in
      guard state.result == nil else { return true }
      guard state.body.count + data.count <= limit else { return false }
      state.body.append(data)
      return true
    }
  }

  /// Sets the result and resumes a waiting caller; if there is a result already, only returns `false`.
  @discardableResult
  func finish(_ result: Result) -> Bool {
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
