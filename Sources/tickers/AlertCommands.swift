import Foundation
import MarketCore
import Reports
import Synchronization
import Terminal

/// Runs the command of `--on-alert` for each firing of an alert: some at a time, in order of firing.
final class AlertCommands: Sendable {
  fileprivate struct State {
    var waiting: [(alert: String, command: ShellCommand)] = []
    /// The number of commands that run or wait.
    var pending = 0
    var threads = 0
    /// How often each failure of an alert's command came again without a notice, until the command
    /// succeeds.
    var repetitions: [String: [(failure: String, count: Int)]] = [:]
    var finishing: [CheckedContinuation<Void, Never>] = []
  }

  private static let maximumRunning = 4
  private static let maximumWaiting = 100

  private let command: String
  private let world: World
  private let notice: @Sendable (String) -> Void
  private let state = Mutex(State())

  init(_ command: String, in world: World, notice: @escaping @Sendable (String) -> Void) {
    (self.command, self.world, self.notice) = (command, world, notice)
  }

  /// Runs the command for these firings, and returns at once.
  func run(_ firings: [(alert: String, variables: [String: String])]) {
    let (newThreads, skipped) = state.withLock { state in
      var (newThreads, skipped) = (0, 0)
      for (alert, variables) in firings {
        guard state.pending < Self.maximumRunning + Self.maximumWaiting else {
          skipped += 1
          continue
        }
        state.pending += 1
        state.waiting.append((alert, ShellCommand(command, variables: variables)))
        if state.threads < Self.maximumRunning {
          state.threads += 1
          newThreads += 1
        }
      }
      return (newThreads, skipped)
    }
    for _ in 0..<newThreads { Thread.detachNewThread { self.runWaiting() } }
    if skipped > 0 {
      let limits = "\(Self.maximumRunning) running, \(Self.maximumWaiting) waiting"
      notice("--on-alert: skipped \(Self.commands(skipped)) (\(limits))")
    }
  }

  func run(for events: [AlertEvent]) { run(events.map { ($0.alert, $0.variables()) }) }

  /// Waits until no command runs or waits; or ends the commands, as where the reader of the output has
  /// gone.
  func finish(waits: Bool = true) async {
    guard waits else { return ShellCommand.endAll() }
    await withTaskGroup { group in
      group.addTask { [self] in
        let clock = world.clock
        await clock.sleep(clock.now() + .seconds(1))
        let pending = state.withLock(\.pending)
        guard !Task.isCancelled, pending > 0 else { return }
        notice("waiting for \(Self.commands(pending)) of --on-alert (Ctrl-C ends them)")
      }
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.finishing.append(continuation)
          state.resumeIfFinished()
        }
      }
      group.cancelAll()
    }
    for sentence in state.withLock({ $0.takeRepetitions() }) { notice(sentence) }
  }

  /// Runs commands as long as some wait, on a thread of its own.
  private func runWaiting() {
    while let job = next() {
      let failure = world.runCommand(job.command).failure(of: job.alert)
      for sentence in state.withLock({ $0.notices(on: failure, of: job.alert) }) {
        notice(sentence)
      }
      state.withLock { state in
        state.pending -= 1
        state.resumeIfFinished()
      }
    }
  }

  private func next() -> (alert: String, command: ShellCommand)? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.threads -= 1
      return nil
    }
  }

  private static func commands(_ count: Int) -> String {
    count == 1 ? "1 command" : "\(count) commands"
  }
}

extension AlertCommands.State {
  fileprivate mutating func resumeIfFinished() {
    guard pending == 0 else { return }
    for continuation in finishing { continuation.resume() }
    finishing = []
  }

  /// The notices after an end of an alert's command. A failure has one the first time since the last
  /// success; a success has one with the number of failures without a notice.
  fileprivate mutating func notices(on failure: String?, of alert: String) -> [String] {
    guard let failure else { return takeRepetitions(of: alert) }
    if let index = repetitions[alert]?.firstIndex(where: { $0.failure == failure }) {
      repetitions[alert]?[index].count += 1
      return []
    }
    repetitions[alert, default: []].append((failure, 0))
    return [failure]
  }

  fileprivate mutating func takeRepetitions() -> [String] {
    repetitions.keys.sorted().flatMap { takeRepetitions(of: $0) }
  }

  private mutating func takeRepetitions(of alert: String) -> [String] {
    (repetitions.removeValue(forKey: alert) ?? []).filter { $0.count > 0 }
      .map { "\($0.failure) (\($0.count) more \($0.count == 1 ? "time" : "times"))" }
  }
}

extension ShellCommand.End {
  /// A sentence on a failure of an alert's command; `nil` for a success.
  fileprivate func failure(of alert: String) -> String? {
    let command = "--on-alert: command of \(alert)"
    return switch self {
    case .exited(0): nil
    // The shell's own message goes to /dev/null.
    case .exited(126): "\(command) failed: exit status 126 (not executable)"
    case .exited(127): "\(command) failed: exit status 127 (command not found)"
    case .exited(let status): "\(command) failed: exit status \(status)"
    case .signalled(let number): "\(command) killed by signal \(number)"
    case .notStarted(let reason): "\(command) cannot start: \(reason)"
    }
  }
}
