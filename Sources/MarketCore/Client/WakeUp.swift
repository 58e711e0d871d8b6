#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends the wait of a thread for descriptors.
final class WakeUp: Sendable {
  /// Readable from the wake-up on; negative, which `poll` ignores, if the process can open no more.
  let descriptor: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    (descriptor, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Ends the wait, or the next one.
  func signal() { _ = write(writing, [0], 1) }

  /// Forgets the wake-ups until now.
  func reset() {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
