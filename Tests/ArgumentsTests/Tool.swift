import Foundation

/// A program that may be installed where the tests run.
struct Tool {
  let name: String

  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  var isInstalled: Bool {
    Self.path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Runs it in a folder, whose programs go before others, for a minute at most.
  func run(
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
      process.waitUntilExit()
      limit.cancel()
    }
    return (try text(output), try text(errors))
  }

  private func text(_ pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}

/// A folder that goes away with the last use of it.
struct TemporaryFolder: ~Copyable {
  let url = FileManager.default.temporaryDirectory.appending(path: "arguments-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to file: String, permissions: Int = 0o644) throws {
    try Data(text.utf8).write(to: url.appending(path: file))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: url.appending(path: file).path)
  }
}
