import Foundation
import Terminal

/// A process that runs shell commands as the program does: side by side, with the same handlers.
///
///     CommandHost [screen|watch] COMMAND...
///     CommandHost notify TEXT...
///
/// It prints how each command ended. With `screen` it shows a screen meanwhile. With `watch` it ends
/// when the reader of its output has gone. With `notify` it shows a screen, and notifies.
@main
enum CommandHost {
  static func main() async {
    FileDescriptor.reserveStandard()
    Signals.ignoreBrokenPipes()
    EmergencyRestore.reportCrashes(text: "crash\n", networkingText: "crash\n", exitStatus: 70)
    Platform.keepFoundationOutOfHome()
    var commands = CommandLine.arguments.dropFirst()
    let mode = commands.first.flatMap { ["screen", "watch", "notify"].contains($0) ? $0 : nil }
    if mode != nil { commands.removeFirst() }

    var screen: Screen?
    if mode == "screen" || mode == "notify" {
      let environment = Platform.environment(["TERM", "TMUX", "LANG"])
      let new = Screen(palette: nil, environment: environment)
      new.onRedraw { try? new.draw([Line("commands run")], finalLines: { [Line("left")] }) }
      try? new.draw([Line("commands run")], finalLines: { [Line("left")] })
      screen = new
    }
    if mode == "notify" {
      try? screen?.notify(Array(commands), by: Set(TerminalNotification.Channel.allCases))
      commands = []
    }
    if mode == "watch" { FileDescriptor.standardOutput.exitWhenClosed() }
    let ended = DispatchGroup()
    for command in commands {
      ended.enter()
      Thread.detachNewThread {
        let end = ShellCommand(command).run()
        if mode == nil { try? FileDescriptor.standardOutput.writeAll("\(end)\n") }
        ended.leave()
      }
    }
    await withCheckedContinuation { continuation in
      ended.notify(queue: .global()) { continuation.resume() }
    }
    // The thread that watches ends the process.
    while mode == "watch" { try? await Task.sleep(for: .seconds(60)) }
    try? screen?.leave()
  }
}
