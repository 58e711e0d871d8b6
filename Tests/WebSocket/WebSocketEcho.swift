import Foundation
import MarketCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client for a server that tests clients of WebSocket (`Tests/WebSocket/run`): it runs every case of
/// the server, and echoes each message.
///
///     WebSocketEcho PORT
///
/// If the environment variable `TRANSPORT` is 1, it connects by ``WebSocket/network(userAgent:)``, which ignores
/// binary messages; otherwise by a plain socket and ``WebSocketProtocol``.
@main
enum WebSocketEcho {
  static func main() async throws {
    guard CommandLine.arguments.count == 2, let port = UInt16(CommandLine.arguments[1]) else {
      fatalError("usage: WebSocketEcho PORT")
    }
    let isOverNetwork = ProcessInfo.processInfo.environment["TRANSPORT"] == "1"
    func run(_ path: String, echoes: Bool) async throws -> Data {
      isOverNetwork
        ? try await overNetwork(to: port, path, echoes: echoes)
        : try overSocket(to: port, path, echoes: echoes)
    }
    let answer = try await run("/getCaseCount", echoes: false)
    let count = Int(String(decoding: answer, as: UTF8.self)) ?? 0
    print("\(count) cases")
    for index in 1...max(count, 1) {
      _ = try await run("/runCase?case=\(index)&agent=tickers", echoes: true)
    }
    _ = try await run("/updateReports?agent=tickers", echoes: false)
  }

  /// Opens a connection to a path, and echoes the messages if `echoes` is true, until the server has closed
  /// it. Returns the last message; empty if there is none.
  private static func overSocket(
    to port: UInt16, _ path: String, echoes: Bool
  ) throws -> Data {
    guard let url = URL(string: "ws://127.0.0.1:\(port)\(path)") else { fatalError(path) }
    let socket = try LoopbackSocket(port: port)
    defer { socket.close() }
    var last = Data()
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
          if echoes { connection.send(message, isText: true) } else { last = message }
        case .binary(let message):
          if echoes { connection.send(message, isText: false) }
        case .refused(let status, _): print("\(path): HTTP \(status)")
        case .failed, .closed, .opened, .alive: break
        }
      }
      socket.write(connection.takeOutput())
    }
    return last
  }

  /// Does the same over the transport of MarketCore.
  private static func overNetwork(
    to port: UInt16, _ path: String, echoes: Bool
  ) async throws -> Data {
    guard let url = URL(string: "ws://127.0.0.1:\(port)\(path)") else { fatalError(path) }
    let connection = try await WebSocket.network(userAgent: "tickers").open(URLRequest(url: url))
      .get()
    defer { connection.close() }
    var last = Data()
    for await event in connection.events {
      guard case .messages(let messages, _) = event else { continue }
      if echoes {
        for message in messages { connection.send(String(decoding: message, as: UTF8.self)) }
      }
      last = messages.last ?? last
    }
    return last
  }
}
