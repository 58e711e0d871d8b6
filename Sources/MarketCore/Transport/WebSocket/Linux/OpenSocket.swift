#if canImport(FoundationNetworking)
  import Foundation

  /// The part of a WebSocket connection that only the thread of ``SocketLoop`` uses.
  final class OpenSocket {
    /// The most buffers that are read at once, so that other connections are read, too.
    private static let burst = 16

    private let connection: LibcurlConnection
    private let handle: LibcurlHandle
    private var client: WebSocketProtocol
    let descriptor: Int32

    private var destination: LibcurlConnection.Events.Continuation?
    private var texts: [Data] = []
    private var isAlive = false
    /// The reason why the connection has ended.
    private var error: MarketError?

    /// Bytes to send. A part keeps its address until it is sent, as OpenSSL requires.
    private var output: [[UInt8]] = []
    /// The number of bytes of the first part that are sent.
    private var sentCount = 0

    /// Whether `poll(2)` reports the socket, or bytes may be left from the last turn.
    var isReady = true
    private(set) var hasMore = false
    /// The end of the wait for the server's close frame.
    private(set) var deadline: ContinuousClock.Instant?

    init(_ connection: LibcurlConnection, _ handle: LibcurlHandle, _ client: WebSocketProtocol) {
      (self.connection, self.handle, self.client) = (connection, handle, client)
      descriptor = handle.descriptor
    }

    var isWriting: Bool { !output.isEmpty }

    /// Sends, receives and reports what is possible without waiting. Returns whether the connection
    /// continues.
    func turn(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
      guard !connection.hasFailed else { return false }
      let commands = connection.takeCommands()
      for text in commands.texts { client.send(text: text) }
      if commands.closes, deadline == nil {
        client.close(code: 1000)
        deadline = .now + .seconds(2)
      }
      if isReady || hasMore { receive(buffer) }
      send()
      report()
      return error == nil && deadline.map { $0 > .now } ?? true
    }

    private func receive(_ buffer: UnsafeMutableRawBufferPointer) {
      (isReady, hasMore) = (false, false)
      for _ in 0..<Self.burst where error == nil {
        switch handle.receive(buffer) {
        case .bytes(let count):
          let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          client.receive(bytes) { handle($0) }
        case .tryAgain: return
        case .end: end()
        case .failed(let code): end(code)
        }
      }
      hasMore = true
    }

    private func handle(_ event: WebSocketProtocol.Event) {
      switch event {
      case .opened:
        destination = connection.open()
        if destination == nil { error = .cancelled }
      case .text(let text): texts.append(text)
      case .alive, .binary: isAlive = true
      case .closed(1006, _): error = lost
      case .refused, .failed, .closed: error = MarketError(event) ?? lost
      }
    }

    private func end() {
      if let event = client.end() { handle(event) } else { error = lost }
    }

    private func end(_ code: Int32) {
      let isOpen = destination != nil
      error =
        isOpen ? lost : handle.error(code, host: connection.host, seconds: connection.seconds)
    }

    private var lost: MarketError {
      .unreachable(
        destination == nil
          ? "no response from \(connection.host) (connection closed)"
          : "connection to \(connection.host) lost")
    }

    private func send() {
      let bytes = client.takeOutput()
      if !bytes.isEmpty { output.append(bytes) }
      while let part = output.first {
        let result = part.withUnsafeBytes {
          handle.send(UnsafeRawBufferPointer(rebasing: $0[sentCount...]))
        }
        switch result {
        case .bytes(let count): sentCount += count
        case .tryAgain: return
        case .end, .failed:
          // What the server has sent before is read first: usually the reason, then the end.
          output = []
          (isReady, sentCount) = (true, 0)
          return
        }
        if sentCount == part.count {
          output.removeFirst()
          sentCount = 0
        }
      }
    }

    private func report() {
      if !texts.isEmpty {
        destination?.yield(.messages(texts))
      } else if isAlive {
        destination?.yield(.alive)
      }
      (texts, isAlive) = ([], false)
      guard let error else { return }
      connection.fail(error)
      connection.end()?.yield(.closed(error))
      destination?.finish()
    }
  }
#endif
