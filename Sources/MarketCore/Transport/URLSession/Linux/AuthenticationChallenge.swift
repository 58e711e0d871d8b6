#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension InFlightRequests {
    /// Finishes a request whose response has status 401 and an authentication challenge.
    ///
    /// Without this method Foundation on Linux waits forever for credentials
    /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/5456; still so in Swift 6.3.1).
    /// On Apple platforms there must be no such method: it would receive TLS challenges, too.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      urlSession(session, task: task, didCompleteWithError: nil)
      // Foundation keeps the task until the challenge is answered. Its transfer is over, so `cancel()`
      // is safe here, but not on this queue.
      Self.taskQueue.async { task.cancel() }
    }
  }
#endif
