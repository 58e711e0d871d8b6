#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLSession {
    /// The queue on which Foundation on Linux works on the session's connections; `nil` where it no
    /// longer has it under that name. No call hands it out; the search takes about a millisecond.
    ///
    /// Suspending it stops nothing but this session. All sessions of a process share a queue below
    /// it: what waits there, as `getAllTasks` does, waits for a hundred turns of a busy connection.
    var connectionsQueue: DispatchQueue? {
      Mirror(reflecting: self).descendant("multiHandle", "queue") as? DispatchQueue
    }
  }
#endif
