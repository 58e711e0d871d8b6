import Foundation
import MarketCore
import Synchronization
import Terminal
import TestTools
import Testing

@testable import Reports

/// The queue of the shell commands of alerts. The test decides when a command ends.
@Suite(.fewAtATime)
struct AlertCommandsTests {
  /// Commands that run until the test ends them.
  private final class Commands: Sendable {
    struct State {
      /// The numbers of the commands, in the order of their starts.
      var started: [Int] = []
      var running: Set<Int> = []
      var mostRunning = 0
      var notices: [String] = []
      var ends: [Int: ShellCommand.End] = [:]
      var isFinished = false
    }

    let state = Observed(State())
    let clock = HandClock()

    /// The queue whose commands have numbers in their variables.
    func queue(
      run: (@Sendable (ShellCommand) -> ShellCommand.End)? = nil, clock: PollClock? = nil
    ) -> AlertCommands {
      AlertCommands(
        "command", by: run ?? { self.run($0) }, clock: clock ?? self.clock.pollClock
      ) { notice in
        self.state.change { $0.notices.append(notice) }
      }
    }

    private func run(_ command: ShellCommand) -> ShellCommand.End {
      #expect(command.text == "command")
      let number = Int(command.variables["N"] ?? "") ?? -1
      state.change { state in
        state.started.append(number)
        state.running.insert(number)
        state.mostRunning = max(state.mostRunning, state.running.count)
      }
      while true {
        if let end = state.value.ends[number] {
          state.change { _ = $0.running.remove(number) }
          return end
        }
        Thread.sleep(forTimeInterval: 0.001)
      }
    }

    func end(_ numbers: some Sequence<Int>, _ end: ShellCommand.End = .exited(status: 0)) {
      state.change { state in for number in numbers { state.ends[number] = end } }
    }

    /// Waits for the queue, and notes when it is done.
    func finish(_ queue: AlertCommands) async {
      await queue.finish()
      state.change { $0.isFinished = true }
    }
  }

  private static func firings(
    _ numbers: some Sequence<Int>, of alert: String = "dip"
  ) -> [(alert: String, variables: [String: String])] {
    numbers.map { (alert, ["N": "\($0)"]) }
  }

  private let commands = Commands()

  @Test func `four run, a hundred wait, and more are skipped`() async {
    let queue = commands.queue()
    queue.run(Self.firings(0..<116))
    #expect(await commands.state.waits { $0.running.count == 4 })
    #expect(commands.state.value.running == [0, 1, 2, 3])
    #expect(
      commands.state.value.notices == ["--on-alert: skipped 12 commands (4 running, 100 waiting)"])

    // One that ends makes room for one.
    commands.end([2])
    #expect(await commands.state.waits { $0.running == [0, 1, 3, 4] })
    queue.run(Self.firings(200..<202))
    #expect(
      commands.state.value.notices.dropFirst() == [
        "--on-alert: skipped 1 command (4 running, 100 waiting)"
      ])
    commands.end(0..<300)
    await queue.finish()
    let state = commands.state.value
    #expect(state.started.sorted() == Array(0..<104) + [200])
    #expect(state.mostRunning == 4)
    #expect(state.notices.count == 2)
  }

  @Test func `commands start in order of firing`() async {
    let queue = commands.queue()
    for number in 0..<10 { queue.run(Self.firings([number])) }
    for number in 0..<10 {
      #expect(await commands.state.waits { $0.started.count == min(10, number + 4) })
      commands.end([number])
    }
    await queue.finish()
    // Four threads start the first four.
    #expect(commands.state.value.started.dropFirst(4) == [4, 5, 6, 7, 8, 9])
    #expect(Set(commands.state.value.started.prefix(4)) == [0, 1, 2, 3])
  }

  @Test(arguments: [
    (ShellCommand.End.exited(status: 3), "failed: exit status 3"),
    (.exited(status: 127), "failed: exit status 127 (command not found)"),
    (.exited(status: 126), "failed: exit status 126 (not executable)"),
    (.signalled(9), "killed by signal 9"),
    (.notStarted("Argument list too long"), "cannot start: Argument list too long"),
  ])
  func `a failure is a notice`(end: ShellCommand.End, sentence: String) async {
    let queue = commands.queue { _ in end }
    queue.run([("dip", [:])])
    await queue.finish()
    #expect(commands.state.value.notices == ["--on-alert: command of dip \(sentence)"])
  }

  @Test func `an equal failure is counted until the command succeeds`() async {
    let results = Mutex<[ShellCommand.End]>([])
    let queue = commands.queue { _ in results.withLock { $0.removeFirst() } }
    func run(_ ends: [Int32], of alert: String = "dip") async {
      for end in ends {
        results.withLock { $0.append(.exited(status: end)) }
        queue.run([(alert, [:])])
        await queue.finish()
      }
    }
    // The end of the queue counts the failures that had no notice.
    results.withLock { $0 = Array(repeating: .exited(status: 3), count: 100) }
    queue.run(Self.firings(0..<100))
    await queue.finish()
    let failure = "--on-alert: command of dip failed: exit status 3"
    #expect(commands.state.value.notices == [failure, "\(failure) (99 more times)"])

    await run([0, 3, 0, 3])
    await run([3], of: "peak")
    #expect(
      commands.state.value.notices.dropFirst(2) == [
        failure, failure, "--on-alert: command of peak failed: exit status 3",
      ])
  }

  @Test func `a success tells how often the command failed before`() async {
    let queue = commands.queue()
    queue.run(Self.firings(0..<6))
    #expect(await commands.state.waits { $0.running.count == 4 })
    commands.end([0, 1], .exited(status: 3))
    // The last two start after the first two were counted.
    #expect(await commands.state.waits { $0.running == [2, 3, 4, 5] })
    commands.end(2..<6)
    await queue.finish()
    let failure = "--on-alert: command of dip failed: exit status 3"
    #expect(commands.state.value.notices == [failure, "\(failure) (1 more time)"])
  }

  @Test func `the end waits for all, and says so after a second`() async {
    let queue = commands.queue()
    queue.run(Self.firings(0..<6))
    let finishing = Task { await commands.finish(queue) }
    #expect(await commands.clock.waits { $0 == [.seconds(1)] })
    #expect(commands.state.value.notices == [])
    commands.end([0, 1])
    #expect(await commands.state.waits { $0.running == [2, 3, 4, 5] })
    commands.clock.pass(.seconds(1))
    #expect(await commands.state.waits { !$0.notices.isEmpty })
    #expect(
      commands.state.value.notices == ["waiting for 4 commands of --on-alert (Ctrl-C ends them)"])
    #expect(!commands.state.value.isFinished)
    commands.end(2..<6)
    await finishing.value
    #expect(commands.state.value.started.count == 6)
    #expect(commands.state.value.notices.count == 1)
    #expect(commands.clock.sleepers == [])
  }

  @Test func `without commands the end is at once, and silent`() async {
    let queue = commands.queue()
    await queue.finish()
    queue.run([])
    await queue.finish()
    #expect(commands.state.value.notices == [])
    #expect(commands.clock.sleepers == [])
  }

  @Test func `real commands get the variables`() async throws {
    let folder = try TemporaryFolder()
    let state = commands.state
    let queue = AlertCommands(
      #"echo "$TICKERS_ALERT $TICKERS_LAST" > "$FOLDER/$N"; [ "$N" != 3 ]"#, by: { $0.run() },
      clock: commands.clock.pollClock
    ) { notice in state.change { $0.notices.append(notice) } }
    queue.run(
      (0..<8).map {
        (
          "dip",
          [
            "TICKERS_ALERT": "dip", "TICKERS_LAST": "$(touch x)", "N": "\($0)",
            "FOLDER": folder.path,
          ]
        )
      })
    await queue.finish()
    #expect(folder.files == (0..<8).map { "\($0)" })
    #expect(try folder.data(of: "7") == Data("dip $(touch x)\n".utf8))
    #expect(state.value.notices == ["--on-alert: command of dip failed: exit status 1"])
  }
}
