import Foundation
package import MarketCore
import Synchronization
package import Terminal

/// Runs the command of `--on-alert` for each firing of an alert, up to four at the same time. If too many
/// commands wait, it is skipped for further firings.
package final class AlertCommands: Sendable {
  fileprivate typealias Job = (alert: String, command: ShellCommand)

  fileprivate struct State {
    var waiting: [Job] = []
    /// The number of commands that run or wait.
    var pending = 0
    var threads = 0
    /// The failures since the last success, by alert, each with the number of repetitions without a notice.
    var repetitions: [String: [(failure: String, count: Int)]] = [:]
    var finishing: [CheckedContinuation<Void, Never>] = []
  }

  private static let maximumRunning = 4
  private static let maximumWaiting = 100

  private let command: String
  private let execute: @Sendable (ShellCommand) -> ShellCommand.End
  private let clock: PollClock
  private let notice: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// `execute` runs a command, and returns when it has ended. `notice` receives sentences about commands. Commands
  /// take real time, also when a replay has another clock.
  package init(
    _ command: String, by execute: @escaping @Sendable (ShellCommand) -> ShellCommand.End,
    clock: PollClock = .real, notice: @escaping @Sendable (String) -> Void
  ) {
    (self.command, self.execute, self.clock, self.notice) = (command, execute, clock, notice)
  }

  /// Whether a command waits for others to end.
  package var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Starts the command for these firings, lets it wait, or skips it. Returns at once.
  package func run(_ firings: [(alert: String, variables: [String: String])]) {
    let (started, skipped) = state.withLock { state in
      var (started, skipped) = ([Job](), 0)
      for (alert, variables) in firings {
        guard state.pending < Self.maximumRunning + Self.maximumWaiting else {
          skipped += 1
          continue
        }
        state.pending += 1
        let job = (alert, ShellCommand(command, variables: variables))
        if state.threads < Self.maximumRunning {
          state.threads += 1
          started.append(job)
        } else {
          state.waiting.append(job)
        }
      }
      return (started, skipped)
    }
    for job in started { Thread.detachNewThread { self.run(job) } }
    if skipped > 0 {
      let limits = "\(Self.maximumRunning) running, \(Self.maximumWaiting) waiting"
      notice("--on-alert: skipped \(Self.commands(skipped)) (\(limits))")
    }
  }

  /// Runs the command for these firings; returns whether all commands have begun.
  @discardableResult package func run(for events: [AlertEvent]) -> Bool {
    run(events.map { ($0.alert, $0.variables()) })
    return !hasWaiting
  }

  /// Waits until all commands have ended or, if `waits` is false, ends them.
  package func finish(waits: Bool = true) async {
    guard waits else { return ShellCommand.endAll() }
    await withTaskGroup { group in
      group.addTask { [self] in
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

  /// Runs a command, and then those that wait.
  private func run(_ job: Job) {
    var next: Job? = job
    while let job = next {
      let failure = execute(job.command).failure(of: job.alert)
      for sentence in state.withLock({ $0.notices(on: failure, of: job.alert) }) {
        notice(sentence)
      }
      state.withLock { state in
        state.pending -= 1
        state.resumeIfFinished()
      }
      next = takeWaiting()
    }
  }

  private func takeWaiting() -> Job? {
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

  /// Returns the notices after a command of an alert has ended. A failure has a notice, unless the alert had
  /// the same failure since its last success. A success has a notice for each failure that was repeated.
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
  /// Returns a sentence on the failure of a command of an alert; `nil` after a success.
  fileprivate func failure(of alert: String) -> String? {
    let command = "--on-alert: command of \(alert)"
    return switch self {
    case .exited(0): nil
    // The message of the shell goes to /dev/null, so the sentence explains the status.
    case .exited(126): "\(command) failed: exit status 126 (not executable)"
    case .exited(127): "\(command) failed: exit status 127 (command not found)"
    case .exited(let status): "\(command) failed: exit status \(status)"
    case .signalled(let number): "\(command) killed by signal \(number)"
    case .notStarted(let reason): "\(command) cannot start: \(reason)"
    }
  }
}
