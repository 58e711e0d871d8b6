import TestTools

/// The program with its output in a pipe, on a clock that the test moves on.
protocol PipeRun: Sendable {
  var clock: HandClock { get }
  var texts: Observed<(output: String, errors: String)> { get }
  var status: Observed<Int32?> { get }
}

extension PipeRun {
  /// Waits until this is the output, in which spaces stand for tabs.
  func prints(_ output: String) async -> Bool {
    await texts.waits(for: output) { $0.output == output.replacing(" ", with: "\t") }
  }

  var errors: String { texts.value.errors }

  /// Waits until these are the errors.
  func fails(_ errors: String) async -> Bool { await texts.waits { $0.errors == errors } }

  func ends() async -> Int32? {
    _ = await status.waits { $0 != nil }
    return status.value
  }
}
