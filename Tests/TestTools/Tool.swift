package import Foundation

/// A program that may be installed where the tests run.
package struct Tool: Sendable {
  private let name: String

  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  /// The program of this name.
  package init(name: String) { self.name = name }

  /// Whether it is found in PATH.
  package var isInstalled: Bool {
    Self.path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Runs it in a folder, whose programs go before others, for a minute at most.
  package func run(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> (output: String, errors: String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.currentDirectoryURL = folder
    process.environment = environment.merging(
      ["PATH": "\(folder.path):\(Self.path)", "HOME": folder.path]
    ) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let limit = Task {
      try await Task.sleep(for: .seconds(60))
      process.terminate()
    }
    defer {
      // Foundation's own way of waiting hangs on the threads of some tests.
      while process.isRunning { Thread.sleep(forTimeInterval: 0.002) }
      limit.cancel()
    }
    return (try text(output), try text(errors))
  }

  private func text(_ pipe: Pipe) throws -> String {
    // Foundation would keep the descriptor open for longer.
    defer { try? pipe.fileHandleForReading.close() }
    return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}
