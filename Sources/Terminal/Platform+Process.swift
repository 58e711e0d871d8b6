import Foundation
import Synchronization

/// The process and the system that it runs on.
package enum Platform {
  /// The environment variables with these names. Foundation would read the whole environment.
  package static func environment(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = getenv($1).map { String(cString: $0) } }
  }

  /// Stops the first URLSession on Linux from creating directories in the home directory (no issue is
  /// known): it takes their paths from two variables. Call it before there are threads.
  package static func keepFoundationOutOfHome() {
    #if canImport(FoundationNetworking)
      // Shell commands get the variables as they were.
      _ = startEnvironment
      // Nothing can be created below a file.
      setenv("XDG_CACHE_HOME", "/dev/null", 1)
      // Without a directory for cookies, which no session uses, Foundation reads those in the current
      // directory. This path leads it to the program's own directory, which exists, except that
      // Foundation drops the name's last dot and what is behind it.
      let program = Bundle.main.bundleURL
      let parent = program.deletingLastPathComponent().path(percentEncoded: false)
      setenv("XDG_DATA_HOME", program.lastPathComponent.contains(".") ? "/dev/null" : parent, 1)
    #endif
  }

  /// Whether the process can read its entry in `/proc`. Otherwise, on Linux, Swift has no arguments,
  /// and Dispatch and Foundation's networking trap.
  package static var canReadProcess: Bool {
    #if os(Linux)
      return access("/proc/self/task", R_OK | X_OK) == 0 && !CommandLine.arguments.isEmpty
    #else
      return true
    #endif
  }

  /// Bounds the memory that glibc keeps after it is freed. Call it before there are threads.
  package static func limitHeaps() {
    #if canImport(Glibc)
      guard let function = dlsym(nil, "mallopt") else { return }
      // <malloc.h> is not part of the module Glibc.
      typealias Mallopt = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
      let mallopt = unsafeBitCast(function, to: Mallopt.self)
      let (arenaMaximum, mmapThreshold): (Int32, Int32) = (-8, -3)  // M_ARENA_MAX, M_MMAP_THRESHOLD
      // Blocks from this size on, as those of endless bodies, go back to the system. By default the
      // threshold rises to 32 MiB with the first large block, and each of the heaps of many threads
      // keeps such blocks: `Tests/Soak/memory` has figures.
      _ = mallopt(mmapThreshold, 1_048_576)
      // Where addresses are limited (`ulimit -v`), all threads share one heap: glibc reserves 64 MiB
      // for each further one, which the stacks of threads would lack.
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
        limit.rlim_cur != .max
      else { return }
      _ = mallopt(arenaMaximum, 1)
    #endif
  }

  /// Whether this number of further threads can run at the same time; not checked on macOS. Dispatch,
  /// which runs Swift's tasks, retries each second to create a thread, and its caller hangs.
  package static func canStartThreads(_ count: Int) -> Bool {
    #if os(Linux)
      // No thread ends before all have started.
      let threads = threadGate.withLock { _ in
        (0..<count).compactMap { _ in startThread() }
      }
      for thread in threads { pthread_join(thread, nil) }
      return threads.count == count
    #else
      return true
    #endif
  }

  #if os(Linux)
    /// Starts a thread that ends when the gate is open.
    private static func startThread() -> pthread_t? {
      var thread = pthread_t()
      let error = pthread_create(
        &thread, nil, { _ in Platform.threadGate.withLock { _ in nil } }, nil)
      return error == 0 ? thread : nil
    }
  #endif

  private static let threadGate = Mutex(())
}
