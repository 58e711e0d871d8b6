package import Foundation

/// A folder that goes away with its last user.
package final class TemporaryFolder: Sendable {
  package let url: URL
  package var path: String { url.path }

  /// - Parameter name: its name beside other temporary folders; a new one, if none is given.
  package init(named name: String = "tickers-\(UUID().uuidString)") throws {
    let parent = FileManager.default.temporaryDirectory
    // As a program that runs in the folder names it: on macOS a link leads there.
    let real = realpath(parent.path, nil)
    defer { free(real) }
    url = (real.map { URL(filePath: String(cString: $0)) } ?? parent).appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and makes the folders that it is in.
  package func write(_ text: String, to file: String) throws {
    let place = url.appending(path: file)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  package func data(of file: String) throws -> Data {
    try Data(contentsOf: url.appending(path: file))
  }

  /// The paths of all files below, sorted.
  package var files: [String] {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      var isFolder = false as ObjCBool
      _ = FileManager.default.fileExists(
        atPath: url.appending(path: path).path, isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }
}
