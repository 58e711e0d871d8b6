import Foundation
import Synchronization

package enum Platform {
  /// Returns the environment variables with these names. Foundation would read the whole environment.
  package static func environment(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { $0[$1] = getenv($1).map { String(cString: $0) } }
  }

  /// Prevents the first URLSession on Linux from creating directories in the home directory (no issue is
  /// known). Foundation takes their paths from two variables. Call this before threads are started.
  package static func keepFoundationOutOfHome() {
    #if canImport(FoundationNetworking)
      // Keeps the original variables for shell commands.
      _ = startEnvironment
      // Nothing can be created below `/dev/null`, which is a file.
      setenv("XDG_CACHE_HOME", "/dev/null", 1)
      // The directory of cookies must exist, although no session uses cookies: otherwise Foundation reads
      // cookies in the current directory. Foundation appends the name of the program's folder, up to its last
      // dot, to `XDG_DATA_HOME`: the result is the program's folder, unless the name has a dot.
      let program = Bundle.main.bundleURL
      let parent = program.deletingLastPathComponent().path(percentEncoded: false)
      setenv("XDG_DATA_HOME", program.lastPathComponent.contains(".") ? "/dev/null" : parent, 1)
    #endif
  }

  /// Whether the process can read its entry in `/proc`; always `true` on macOS. Without the entry, Swift has
  /// no arguments, and Dispatch and the networking of Foundation trap.
  package static var canReadProcess: Bool {
    #if os(Linux)
      return access("/proc/self/task", R_OK | X_OK) == 0 && !CommandLine.arguments.isEmpty
    #else
      return true
    #endif
  }

  /// Limits the freed memory that glibc keeps. Call this before threads are started.
  package static func limitHeaps() {
    #if canImport(Glibc)
      guard let function = dlsym(nil, "mallopt") else { return }
      // <malloc.h> is not part of the module Glibc.
      typealias Mallopt = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
      let mallopt = unsafeBitCast(function, to: Mallopt.self)
      let (arenaMaximum, mmapThreshold): (Int32, Int32) = (-8, -3)  // M_ARENA_MAX, M_MMAP_THRESHOLD
      // Freed blocks of at least this size, such as endless response bodies, return to the system. By
      // default, glibc raises the threshold up to 32 MiB, and the heap of each thread keeps large blocks (see
      // `Tests/Soak/memory`).
      _ = mallopt(mmapThreshold, 1_048_576)
      // If addresses are limited (`ulimit -v`), all threads share one heap: glibc reserves 64 MiB of
      // addresses for each further heap, but the stacks of threads need these addresses.
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
        limit.rlim_cur != .max
      else { return }
      _ = mallopt(arenaMaximum, 1)
    #endif
  }

  /// Whether this number of further threads can run at the same time; always `true` on macOS. If Dispatch,
  /// which runs Swift's tasks, cannot create a thread, it retries every second, and its caller hangs.
  package static func canStartThreads(_ count: Int) -> Bool {
    #if os(Linux)
      // Closes the gate, so that no thread ends before all have started.
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
    private static func startThread() -> pthread_t? {
      var thread = pthread_t()
      let error = pthread_create(
        &thread, nil, { _ in Platform.threadGate.withLock { _ in nil } }, nil)
      return error == 0 ? thread : nil
    }
  #endif

  private static let threadGate = Mutex(())
}
