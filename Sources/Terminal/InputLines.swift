import Foundation
import Synchronization

/// Reads the lines of a file or a pipe one by one. A line that exceeds the limit is cut to one byte more than
/// the limit, which shows the caller that the line is too long.
package final class InputLines: Sendable {
  private let descriptor: FileDescriptor
  private let limit: Int
  private let buffer = Mutex((bytes: [UInt8](), hasEnded: false))
  /// Reading can wait for a long time, and must not block a thread of Swift's tasks.
  private let queue = DispatchQueue(label: "tickers.input")

  /// `limit` is the maximum number of bytes in a line, without its line feed.
  package init(_ descriptor: FileDescriptor, limit: Int) {
    (self.descriptor, self.limit) = (descriptor, limit)
  }

  /// Returns the next line without its line feed; `nil` after the last line.
  @Sendable package func next() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: read()) }
    }
  }

  private func read() -> [UInt8]? {
    buffer.withLock { buffer in
      var searched = 0
      while true {
        if let end = buffer.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          let line = Array(buffer.bytes[..<min(end, limit + 1)])
          buffer.bytes.removeFirst(end + 1)
          return line
        }
        if buffer.bytes.count > limit + 1 {
          buffer.bytes.removeLast(buffer.bytes.count - limit - 1)
        }
        searched = buffer.bytes.count
        if buffer.hasEnded {
          let line = buffer.bytes
          buffer.bytes = []
          return line.isEmpty ? nil : line
        }
        let bytes = descriptor.readSome()
        buffer.hasEnded = bytes.isEmpty
        buffer.bytes += bytes
      }
    }
  }
}

extension FileDescriptor {
  /// Waits until bytes have arrived and returns them; empty at the end of the input or after an error.
  fileprivate func readSome() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(rawValue, &bytes, bytes.count)
      if count >= 0 { return Array(bytes[..<count]) }
      if errno == EAGAIN {
        var ready = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno != EINTR {
        return []
      }
    }
  }
}
