import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests under way, each ended by the first of its answer, its deadline and its caller.
///
/// An abandoned task is suspended and never cancelled: `cancel()` can trap or hang in Foundation
/// on Linux (swift-corelibs-foundation issues 3292 and 5412), and a task left running keeps its
/// connection and a core busy for as long as its body drips.
final class RequestsUnderWay: NSObject, URLSessionDataDelegate {
  /// The accepted content encodings.
  ///
  /// A limit of the unpacked size is enough: 0.6 MB that unpack to 600 MB take 86 MB of memory with
  /// the usual limit. They also cost 1.4 s of CPU: libcurl inflates each received buffer completely.
  /// Brotli and zstd, whose compression ratio is higher, are not accepted.
  static let encodings = ["identity", "gzip", "deflate"]

  let queue = InlineQueue()
  let bodyLimit: Int
  /// The proxy of https URLs for people.
  let proxy: String
  let pacing = WaitPacing()
  /// The queue on which tasks are made and suspended. That waits for Foundation's queue, which may
  /// be busy for seconds with one server's answer; callers and deadlines do not wait with it.
  let commands = DispatchQueue(label: "requests")
  /// The started requests, by the number of their task.
  private let started = Mutex<[Int: RequestUnderWay]>([:])

  init(bodyLimit: Int, proxy: String) {
    (self.bodyLimit, self.proxy) = (bodyLimit, proxy)
  }

  /// The result of a request; its `timeoutInterval` is the deadline for the whole answer.
  func send(
    _ request: URLRequest, over session: URLSession
  ) async -> Result<Transport.Response, MarketError> {
    let seconds = request.timeoutInterval
    let underWay = RequestUnderWay(seconds: seconds)
    return await withTaskGroup { group in
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds), clock: .continuous)
        if !Task.isCancelled { self.abandon(underWay, .timedOut(seconds: seconds)) }
      }
      defer { group.cancelAll() }
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          underWay.begin(continuation)
          commands.async { self.start(underWay, request, over: session) }
        }
      } onCancel: {
        abandon(underWay, .cancelled)
      }
    }
  }

  private func start(
    _ underWay: RequestUnderWay, _ request: URLRequest, over session: URLSession
  ) {
    guard underWay.isAwaited else { return }
    pacing.noteActivity()
    var request = request.withLowercaseScheme
    // Foundation's own timer is of whole seconds and starts again with every byte: it must only
    // not ring before the deadline. On a busy machine it may still be heard first.
    request.timeoutInterval = underWay.seconds.rounded(.up) + 1
    request.setValue("gzip, deflate", forHTTPHeaderField: "Accept-Encoding")
    let task = session.dataTask(with: request)
    started.withLock { $0[task.taskIdentifier] = underWay }
    underWay.task = task
    task.resume()
    pacing.begin()
  }

  /// The request that a task was started for; `nil` when it has ended.
  func request(of task: URLSessionTask) -> RequestUnderWay? {
    started.withLock { $0[task.taskIdentifier] }
  }

  /// Ends a request with an error and lets go of its connection, unless something else has ended it.
  func abandon(_ underWay: RequestUnderWay, _ error: MarketError) {
    guard underWay.end(.failure(error)) else { return }
    // The turn under way is the last in which anything comes, be it a body that never ends.
    let connections = pacing.connections
    connections?.suspend()
    // The task is started by then, or never will be.
    commands.async { [self] in
      defer { connections?.resume() }
      guard let task = underWay.task, forget(task) else { return }
      // Asked for on Foundation's queue, so it waits until that turn is over.
      _ = task.priority
      queue.suspend(task)
      pacing.noteActivity()
    }
  }

  /// Ends a request with the result of its task.
  func complete(_ task: URLSessionTask, _ result: Result<Transport.Response, MarketError>) {
    let underWay = request(of: task)
    if forget(task) { _ = underWay?.end(result) }
  }

  /// Whether the task was under way until now.
  private func forget(_ task: URLSessionTask) -> Bool {
    guard started.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) != nil else {
      return false
    }
    pacing.end()
    return true
  }
}
