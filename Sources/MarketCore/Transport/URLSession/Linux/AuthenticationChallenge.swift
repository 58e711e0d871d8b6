#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension InFlightRequests {
    /// Finishes a request whose response has status 401 and an authentication challenge.
    ///
    /// Without this method Foundation on Linux waits forever for credentials
    /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/5456; still the case in Swift 6.3.1).
    /// On Apple platforms this method must not exist, because it would also receive TLS challenges.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      urlSession(session, task: task, didCompleteWithError: nil)
      // Foundation keeps the task until the challenge is answered, so the task is cancelled. The
      // transfer is over, so `cancel()` is safe here, but not on the current queue.
      Self.taskQueue.async { task.cancel() }
    }
  }
#endif
