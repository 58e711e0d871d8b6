#if canImport(FoundationNetworking)
  import Foundation
  import LibcurlSockets

  /// A connection of libcurl, which is closed when this handle is released.
  ///
  /// `@unchecked`, because two threads use a handle, but never at the same time. The thread of
  /// `LibcurlConnection.connect` creates it as a local constant, and its last use there is
  /// ``SocketLoop/add(_:_:_:)``, whose mutex orders the two threads. From then on only an ``OpenSocket`` uses
  /// it, on the thread of ``SocketLoop``. The thread that holds the last reference closes it: reference counts
  /// are atomic, so that is after all uses.
  final class LibcurlHandle: @unchecked Sendable {
    enum Transfer {
      case bytes(Int)
      /// The transfer would block.
      case tryAgain
      /// The other side has closed the connection.
      case end
      case failed(code: Int32)
    }

    private let socket: OpaquePointer

    /// Prepares a connection. `url` is an http or https URL, `timeout` in seconds the limit for connecting.
    /// Returns `nil` without libcurl.
    init?(_ url: String, userAgent: String, timeout: Double) {
      let milliseconds = Int(min(max(timeout * 1000, 1), 1e9).rounded(.up))
      guard let socket = libcurlCreate(url, userAgent, milliseconds) else { return nil }
      self.socket = socket
    }

    deinit { libcurlDestroy(socket) }

    /// Connects, and blocks until then. Returns libcurl's code of a failure.
    func connect() -> Int32? {
      let code = libcurlConnect(socket)
      return code == libcurlSuccess ? nil : code
    }

    var descriptor: Int32 { libcurlDescriptor(socket) }

    func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Transfer {
      guard let bytes = buffer.baseAddress else { return .tryAgain }
      var count = 0
      let code = libcurlReceive(socket, bytes, buffer.count, &count)
      return code == libcurlSuccess && count == 0 ? .end : transfer(code, count)
    }

    /// Sends bytes. After ``Transfer/tryAgain``, the next call requires the same bytes.
    func send(_ buffer: UnsafeRawBufferPointer) -> Transfer {
      guard let bytes = buffer.baseAddress else { return .bytes(0) }
      var count = 0
      let code = libcurlSend(socket, bytes, buffer.count, &count)
      return transfer(code, count)
    }

    private func transfer(_ code: Int32, _ count: Int) -> Transfer {
      switch Int(code) {
      case libcurlSuccess: .bytes(count)
      case libcurlTryAgain: .tryAgain
      default: .failed(code: code)
      }
    }

    /// The error for libcurl's code of a failure, in the words of requests. `seconds` is the time limit.
    func error(_ code: Int32, host: String, seconds: Double) -> MarketError {
      let text = String(cString: libcurlErrorText(socket, code))
      let number = libcurlErrorNumber(socket)
      let error = URLError(
        Self.urlErrorCode(code, number), userInfo: [NSLocalizedDescriptionKey: text])
      return MarketError(error, host: host, deadline: seconds)
    }

    /// The code that Foundation on Linux gives this failure of a request (`urlErrorCode` in
    /// `MultiHandle.swift`), and a code for a missing route, which it does not distinguish.
    private static func urlErrorCode(_ code: Int32, _ number: Int32) -> URLError.Code {
      switch (code, number) {
      case (_, ECONNREFUSED): .cannotConnectToHost
      case (7, ENETUNREACH), (7, EHOSTUNREACH): .notConnectedToInternet
      case (7, ETIMEDOUT), (28, _): .timedOut
      case (3, _): .badURL
      case (6, _): .cannotFindHost
      case (52, _): .badServerResponse
      case (55, ECONNRESET), (55, EPIPE), (56, ECONNRESET): .networkConnectionLost
      default: .unknown
      }
    }
  }
#endif
