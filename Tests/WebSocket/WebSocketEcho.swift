import Foundation
import MarketCore

/// The client for a server that tests clients of WebSocket (`Tests/WebSocket/run`): it runs every case of
/// the server, and echoes each message.
///
///     WebSocketEcho PORT
@main
enum WebSocketEcho {
  static func main() throws {
    guard CommandLine.arguments.count == 2, let port = UInt16(CommandLine.arguments[1]) else {
      fatalError("usage: WebSocketEcho PORT")
    }
    // A place for connections over the transport of MarketCore, for TRANSPORT=1.
    let run = overSocket
    var count = 0
    try run(port, "/getCaseCount") { message in
      count = Int(String(decoding: message, as: UTF8.self)) ?? 0
      return false
    }
    print("\(count) cases")
    for index in 1...max(count, 1) {
      try run(port, "/runCase?case=\(index)&agent=tickers") { _ in true }
    }
    try run(port, "/updateReports?agent=tickers") { _ in false }
  }

  /// Opens a connection to a path, and echoes the messages for which `echoes` returns `true`, until the
  /// server has closed it.
  private static func overSocket(
    to port: UInt16, _ path: String, echoes: (Data) -> Bool
  ) throws {
    guard let url = URL(string: "ws://127.0.0.1:\(port)\(path)") else { fatalError(path) }
    let socket = try LoopbackSocket(port: port)
    defer { socket.close() }
    var connection = WebSocketProtocol(url: url, headers: [:], messageLimit: 64 << 20)
    socket.write(connection.takeOutput())
    while !connection.isClosed {
      let bytes = socket.read()
      if bytes.isEmpty {
        _ = connection.end()
        break
      }
      var events: [WebSocketProtocol.Event] = []
      bytes.withUnsafeBytes { bytes in connection.receive(bytes) { events.append($0) } }
      for event in events {
        switch event {
        case .text(let message):
          if echoes(message) { connection.send(message, isText: true) }
        case .binary(let message):
          if echoes(message) { connection.send(message, isText: false) }
        case .refused(let status, _): print("\(path): HTTP \(status)")
        case .failed, .closed, .opened, .alive: break
        }
      }
      socket.write(connection.takeOutput())
    }
  }
}
