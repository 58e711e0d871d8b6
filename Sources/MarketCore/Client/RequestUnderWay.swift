import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request whose caller waits, and the part of its answer that has arrived.
final class RequestUnderWay: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Result<Transport.Response, MarketError>, Never>?
    var deadline: Task<Void, Never>?
    var task: URLSessionTask?
    var response: HTTPURLResponse?
    var body = Data()
  }

  /// The deadline for the whole answer, in seconds.
  let seconds: Double
  private let state = Mutex(State())

  init(seconds: Double) {
    self.seconds = seconds
  }

  func begin(
    _ continuation: CheckedContinuation<Result<Transport.Response, MarketError>, Never>,
    deadline: Task<Void, Never>
  ) {
    state.withLock { ($0.continuation, $0.deadline) = (continuation, deadline) }
  }

  /// Whether nothing has ended it yet.
  var isAwaited: Bool { state.withLock { $0.continuation != nil } }

  /// The task of URLSession, once it is started.
  var task: URLSessionTask? {
    get { state.withLock { $0.task } }
    set { state.withLock { $0.task = newValue } }
  }

  /// The head of the answer; `nil` before it arrives.
  var response: HTTPURLResponse? {
    get { state.withLock { $0.response } }
    set { state.withLock { $0.response = newValue } }
  }

  /// The part of the body that has arrived.
  var body: Data { state.withLock { $0.body } }

  /// Adds to the body; `false` if it would be larger than the limit.
  func append(_ data: Data, limit: Int) -> Bool {
    state.withLock { state in
      guard state.continuation != nil else { return true }
      guard state.body.count + data.count <= limit else { return false }
      state.body.append(data)
      return true
    }
  }

  /// Resumes the caller; `false` if that was done before.
  func end(_ result: Result<Transport.Response, MarketError>) -> Bool {
    let ended = state.withLock { state in
      defer { (state.continuation, state.deadline, state.body) = (nil, nil, Data()) }
      return (continuation: state.continuation, deadline: state.deadline)
    }
    ended.deadline?.cancel()
    ended.continuation?.resume(returning: result)
    return ended.continuation != nil
  }
}
