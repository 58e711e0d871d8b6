import Foundation
import Terminal

/// A process that runs shell commands as the program does: side by side, with the same handlers.
///
///     CommandHost [screen|watch] COMMAND...
///
/// With `screen` it shows a screen meanwhile. With `watch` it ends when the reader of its output
/// has gone. It prints how each command ended.
@main
enum CommandHost {
  static func main() async {
    FileDescriptor.reserveStandard()
    Signals.ignoreBrokenPipes()
    EmergencyRestore.reportCrashes(text: "crash\n", networkingText: "crash\n", exitStatus: 70)
    Platform.keepFoundationOutOfHome()
    var commands = CommandLine.arguments.dropFirst()
    let mode = commands.first.flatMap { ["screen", "watch"].contains($0) ? $0 : nil }
    if mode != nil { commands.removeFirst() }

    var screen: Screen?
    if mode == "screen" {
      let new = Screen(palette: nil, environment: Platform.environment(["TERM"]))
      new.onRedraw { try? new.draw([Line("commands run")], finalLines: { [Line("left")] }) }
      try? new.draw([Line("commands run")], finalLines: { [Line("left")] })
      screen = new
    }
    if mode == "watch" { FileDescriptor.standardOutput.exitWhenClosed() }
    let ended = DispatchGroup()
    for command in commands {
      guard PendingCommands.add() else { break }
      ended.enter()
      Thread.detachNewThread {
        let end = ShellCommand(command).run()
        if mode == nil { try? FileDescriptor.standardOutput.writeAll("\(end)\n") }
        PendingCommands.remove()
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
