import Foundation

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
