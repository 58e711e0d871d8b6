package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension WebSocket {
  /// Returns a copy of the client. The copy also records each connection to an exchange, as the next number in the
  /// folder `EXCHANGE/stream`. If writing fails, the connection ends with ``MarketError/notKept(_:)``.
  ///
  /// - Parameter now: the time of messages without an arrival time.
  package func recording(
    to directory: URL, of exchange: ExchangeID, now: @escaping @Sendable () -> Date = { .now }
  ) -> WebSocket {
    let recording = Recording(directory)
    return WebSocket { request in
      let result = await open(request)
      do {
        let file = try StreamFile(in: recording, of: exchange, now: now)
        switch result {
        case .success(let connection):
          try file.write(.open, request.url?.absoluteString ?? "")
          return .success(connection.kept(in: file))
        case .failure(let error):
          try file.write(.close, "\(error)")
          return result
        }
      } catch {
        if case .success(let connection) = result { connection.close() }
        return .failure(.notKept(error))
      }
    }
  }
}

extension WebSocket.Connection {
  /// The connection, whose messages and end are also written to a file.
  fileprivate func kept(in file: StreamFile) -> WebSocket.Connection {
    let (kept, destination) = AsyncStream.makeStream(of: WebSocket.Event.self)
    @Sendable func keep(_ write: () throws -> Void) {
      do {
        try write()
      } catch {
        destination.yield(.closed(.notKept(error)))
        destination.finish()
        close()
      }
    }
    let task = Task {
      for await event in events { keep { destination.yield(try file.write(event)) } }
      destination.finish()
    }
    destination.onTermination = { _ in task.cancel() }
    return WebSocket.Connection(
      events: kept,
      send: { text in
        keep {
          try file.write(.sent, text)
          send(text)
        }
      },
      close: {
        // After a failure there is nothing to lose.
        _ = try? file.write(.close, "")
        close()
      })
  }
}

/// The file of a connection. Each line is written as a whole or not at all.
private final class StreamFile: Sendable {
  private struct State {
    let handle: FileHandle
    var length: UInt64 = 0
    var lastTime = Date.distantPast
    var isClosed = false
  }

  private let now: @Sendable () -> Date
  private let state: Mutex<State>

  /// Creates the file with the next free number.
  init(in recording: Recording, of exchange: ExchangeID, now: @escaping @Sendable () -> Date) throws
  {
    self.now = now
    state = try Mutex(State(handle: recording.newStreamFile(of: exchange)))
  }

  /// Writes what has arrived. Returns it with the time that is written.
  func write(_ event: WebSocket.Event) throws -> WebSocket.Event {
    switch event {
    case .messages(let messages, let arrival):
      var time = arrival ?? now()
      for message in messages {
        time = try write(.received, String(decoding: message, as: UTF8.self), at: time)
      }
      return .messages(messages, at: time)
    case .alive: return event
    case .closed(let error):
      try write(.close, "\(error)")
      return event
    }
  }

  /// Writes a line. Returns its time in whole milliseconds. Times never decrease. After the end of the connection,
  /// nothing is written.
  @discardableResult
  func write(_ kind: StreamLine.Kind, _ text: String, at time: Date? = nil) throws -> Date {
    try state.withLock { state in
      state.lastTime = max(state.lastTime, (time ?? now()).inMilliseconds)
      if state.isClosed { return state.lastTime }
      let line = try StreamLine(state.lastTime, kind, text).data
      do {
        try state.handle.write(contentsOf: line)
        state.length += UInt64(line.count)
      } catch {
        state.isClosed = true
        try? state.handle.truncate(atOffset: state.length)
        throw error
      }
      state.isClosed = kind == .close
      if state.isClosed { try state.handle.close() }
      return state.lastTime
    }
  }
}

extension Recording {
  /// Creates a file for the next connection to an exchange. Another process may write to the same folder.
  fileprivate func newStreamFile(of exchange: ExchangeID) throws -> FileHandle {
    let folder = try place(Self.streamFolder(of: exchange))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var number = try Self.number(after: streamNumbers(of: exchange).last ?? 0)
    while try !claims(folder.appending(path: "\(number).jsonl")) {
      number = try Self.number(after: number)
    }
    return try FileHandle(forWritingTo: folder.appending(path: "\(number).jsonl"))
  }
}

extension MarketError {
  static func notKept(_ error: any Error) -> MarketError {
    .notKept("cannot write the recording: \(error.plainReason)")
  }
}
