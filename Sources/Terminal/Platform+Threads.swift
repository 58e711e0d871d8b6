#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The threads of the process.
package enum Threads {
  /// Lets all threads share one heap where addresses are limited (`ulimit -v`). glibc reserves 64 MiB
  /// for each further heap, which the stacks of threads would lack.
  package static func shareHeapIfLimited() {
    #if canImport(Glibc)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
        limit.rlim_cur != .max, let function = dlsym(nil, "mallopt")
      else { return }
      // <malloc.h> is not part of the module Glibc.
      typealias Mallopt = @convention(c) (_ parameter: Int32, _ value: Int32) -> Int32
      let arenaMaximum: Int32 = -8  // M_ARENA_MAX
      _ = unsafeBitCast(function, to: Mallopt.self)(arenaMaximum, 1)
    #endif
  }

  #if os(Linux)
    /// Whether so many more threads can run at the same time.
    ///
    /// Dispatch, which runs Swift's tasks, does not report that it cannot create one: it tries again
    /// each second, and the caller hangs.
    package static func canStart(_ count: Int) -> Bool {
      // Held until all threads are there.
      let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      defer { gate.deallocate() }
      pthread_mutex_init(gate, nil)
      pthread_mutex_lock(gate)
      var threads: [pthread_t] = []
      for _ in 0..<count {
        var thread = pthread_t()
        let error = pthread_create(&thread, nil, waitForGate, gate)
        guard error == 0 else { break }
        threads.append(thread)
      }
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      return threads.count == count
    }

    private static let waitForGate:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { gate in
        guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
        pthread_mutex_lock(gate)
        pthread_mutex_unlock(gate)
        return nil
      }
  #else
    /// Whether so many more threads can run at the same time; not checked here.
    package static func canStart(_ count: Int) -> Bool { true }
  #endif
}
