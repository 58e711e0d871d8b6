#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension SessionRequests {
    /// An authentication challenge, which follows the complete response of status 401.
    ///
    /// Without this method Foundation on Linux waits forever for credentials
    /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/5456; as of Swift 6.3.1). On
    /// Apple's platforms the method must not be there: it would get the challenges of TLS too.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      urlSession(session, task: task, didCompleteWithError: nil)
      // Foundation would keep the task for an answer to this. Its transfer is over, so nothing is left
      // of what makes `cancel()` dangerous.
      commands.async { task.cancel() }
    }
  }
#endif
