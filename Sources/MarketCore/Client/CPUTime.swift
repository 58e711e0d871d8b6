import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time that all threads of the process have run, at some moment.
struct CPUTime {
  private let used: Duration
  private let at: ContinuousClock.Instant

  static var now: CPUTime {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    let used = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    return CPUTime(used: used, at: .now)
  }

  /// Whether a thread has run ever since, as far as other processes have let it.
  var isBusySince: Bool {
    let now = CPUTime.now
    return now.used - used > (now.at - at) / 3
  }
}
