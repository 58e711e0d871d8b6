#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension InFlightRequests {
    /// Finishes a request with its response of status 401, which has an authentication challenge.
    ///
    /// Without this method, Foundation on Linux waits forever for credentials
    /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/5456; still the case in Swift 6.3.1).
    /// On Apple platforms this method must not exist, because it would also receive TLS challenges.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      urlSession(session, task: task, didCompleteWithError: nil)
      // Foundation keeps the task until the challenge is answered, so the task is cancelled. After the
      // transfer, `cancel()` is safe, but not on the current queue.
      Self.taskQueue.async { task.cancel() }
    }
  }
#endif
