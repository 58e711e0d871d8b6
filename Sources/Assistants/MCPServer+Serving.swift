import MarketCore
import Synchronization

extension MCPServer {
  /// The number of calls that run at the same time.
  package static let callLimit = 128

  /// Answers messages until `readLine` returns `nil` or a write fails, and waits for the calls that have
  /// begun. `write` writes a line, and returns a failure; `nil` for success.
  ///
  /// - Returns: The failure of a write; `nil` if no write has failed.
  package func serve<Failure: Sendable>(
    readLine: () async -> [UInt8]?, write: @escaping @Sendable (String) -> Failure?
  ) async -> Failure? {
    let (output, calls) = (AnswerWriter(write), MCPCalls(limit: Self.callLimit))
    await withDiscardingTaskGroup { group in
      while output.failure == nil, let message = await readLine() {
        if message.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
        Self.handle(reply(to: message), among: calls, output, in: &group)
      }
    }
    return output.failure
  }

  private static func handle<Failure>(
    _ reply: Reply, among calls: MCPCalls, _ output: AnswerWriter<Failure>,
    in group: inout DiscardingTaskGroup
  ) {
    guard case .batch(let replies) = reply else {
      let call = begin(reply, among: calls) { output.write("\($0)\n") }
      if let call { group.addTask { await call.value } }
      return
    }
    let answers = Mutex([String]())
    let batch = replies.compactMap { reply in
      begin(reply, among: calls) { answer in answers.withLock { $0.append(answer) } }
    }
    group.addTask {
      for call in batch { await call.value }
      let answers = answers.withLock { $0 }
      if !answers.isEmpty { output.write("[\(answers.joined(separator: ","))]\n") }
    }
  }

  /// Performs a reply that is not a batch; returns the task of the call if the reply begins a call.
  private static func begin(
    _ reply: Reply, among calls: MCPCalls, write: @escaping @Sendable (String) -> Void
  ) -> Task<Void, Never>? {
    switch reply {
    case .none, .batch: break
    case .answer(let answer): write(answer)
    case .cancellation(let id): calls.cancel(id)
    case .call(let id, let answer):
      return calls.begin(id) {
        let answer = await answer()
        if !Task.isCancelled { write(answer) }
      }
    }
    return nil
  }
}

/// Writes answers, one after another, until a write fails.
private final class AnswerWriter<Failure: Sendable>: Sendable {
  private let writeText: @Sendable (String) -> Failure?
  private let failed = Mutex<Failure?>(nil)

  init(_ write: @escaping @Sendable (String) -> Failure?) { writeText = write }

  var failure: Failure? { failed.withLock { $0 } }

  func write(_ answer: String) {
    failed.withLock { failed in failed = failed ?? writeText(answer) }
  }
}
