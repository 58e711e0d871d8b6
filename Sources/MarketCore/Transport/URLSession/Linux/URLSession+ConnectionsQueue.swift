#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLSession {
    /// The internal queue on which Foundation on Linux handles this session's connections; `nil` if a
    /// later version has none of that name.
    ///
    /// Suspending it affects only this session. No public call leads to it: work that is added by
    /// `getAllTasks`, say, runs on a queue that all sessions share, after a hundred iterations of a
    /// busy connection.
    var connectionsQueue: DispatchQueue? {
      Mirror(reflecting: self).descendant("multiHandle", "queue") as? DispatchQueue
    }
  }
#endif
