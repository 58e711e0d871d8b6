#if canImport(FoundationNetworking)
  import Foundation
  import LibcurlSockets
  import Synchronization

  /// The thread of all open WebSocket connections. It runs while there is a connection, and wakes up only for
  /// their bytes, commands and deadlines.
  final class SocketLoop: Sendable {
    static let shared = SocketLoop()

    private struct State {
      /// New connections, which the thread has not seen yet.
      var added: [(LibcurlConnection, LibcurlHandle, WebSocketProtocol)] = []
      /// The descriptor that wakes up the thread; `nil` without a thread.
      var event: Int32?
    }

    private let state = Mutex(State())

    private init() {}

    /// Adds a connection whose handshake begins.
    func add(
      _ connection: LibcurlConnection, _ handle: LibcurlHandle, _ client: WebSocketProtocol
    ) {
      let isAdded = state.withLock { state in
        if state.event == nil {
          let event = openEventDescriptor()
          guard event >= 0 else { return false }
          state.event = event
          Thread.detachNewThread { [self] in run(event) }
        }
        state.added.append((connection, handle, client))
        return true
      }
      if isAdded {
        wakeUp()
      } else {
        connection.fail(.unreachable("too many open files"))
      }
    }

    func wakeUp() {
      state.withLock { state in
        guard let event = state.event else { return }
        var count: UInt64 = 1
        _ = write(event, &count, MemoryLayout.size(ofValue: count))
      }
    }

    private func run(_ event: Int32) {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
      defer { buffer.deallocate() }
      var sockets: [OpenSocket] = []
      while let added = takeAdded(andEnd: sockets.isEmpty) {
        sockets += added.map { OpenSocket($0, $1, $2) }
        sockets.removeAll { !$0.turn(buffer) }
        if !sockets.isEmpty { Self.wait(for: sockets, event) }
      }
    }

    /// Returns the new connections. If there are none, `nil` ends the thread of a loop without connections.
    private func takeAdded(
      andEnd isEnd: Bool
    ) -> [(LibcurlConnection, LibcurlHandle, WebSocketProtocol)]? {
      state.withLock { state in
        if isEnd, state.added.isEmpty, let event = state.event {
          close(event)
          state.event = nil
          return nil
        }
        defer { state.added = [] }
        return state.added
      }
    }

    /// Waits for bytes of a socket, for room to send, for a wake-up, or for the first deadline.
    private static func wait(for sockets: [OpenSocket], _ event: Int32) {
      var requests = [pollfd(fd: event, events: Int16(POLLIN), revents: 0)]
      for socket in sockets {
        let events = socket.isWriting ? POLLIN | POLLOUT : POLLIN
        requests.append(pollfd(fd: socket.descriptor, events: Int16(events), revents: 0))
      }
      // After an interruption by a signal, the sockets are not ready, and the next turn waits again.
      guard poll(&requests, nfds_t(requests.count), timeout(for: sockets)) > 0 else { return }
      for (socket, request) in zip(sockets, requests.dropFirst()) {
        socket.isReady = socket.isReady || request.revents != 0
      }
      if requests[0].revents != 0 {
        var count: UInt64 = 0
        _ = read(event, &count, MemoryLayout.size(ofValue: count))
      }
    }

    /// The timeout of `poll(2)` in milliseconds.
    private static func timeout(for sockets: [OpenSocket]) -> Int32 {
      if sockets.contains(where: { $0.isReady || $0.hasMore }) { return 0 }
      guard let deadline = sockets.compactMap(\.deadline).min() else { return -1 }
      let milliseconds = (deadline - .now) / .milliseconds(1)
      return Int32(min(max(milliseconds, 0), 10_000).rounded(.up))
    }
  }
#endif
