import Arguments
import MarketCore

/// The reason why a file cannot be read, such as `Permission denied`.
struct FileFailure: Error, Equatable { let reason: String }

/// Finds and reads the files of commands.
struct Files: Sendable {
  typealias Read = @Sendable (_ path: String) throws(FileFailure) -> [UInt8]?

  /// Functions that replace reading files, and reading large files, in tests; `nil` for the file system.
  var read, readLarge: Read?
  /// How long a named pipe may send nothing before reading fails.
  var timeout = Duration.seconds(10)

  /// Returns the content of a file or a pipe of at most 1 MiB; `nil` if it does not exist.
  func content(of path: String) throws(FileFailure) -> [UInt8]? {
    try content(of: path, limit: 1 << 20, instead: read)
  }

  /// Returns the content of a file or a pipe of at most 1 GiB; `nil` if it does not exist.
  func largeContent(of path: String) throws(FileFailure) -> [UInt8]? {
    try content(of: path, limit: 1 << 30, instead: readLarge)
  }

  private func content(
    of path: String, limit: Int, instead read: Read?
  ) throws(FileFailure) -> [UInt8]? {
    if let read { return try read(path) }
    do throws(FileReadError) {
      return try FileReading.bytes(of: path, limit: limit, .all(timeout: timeout))
    } catch {
      throw FileFailure(reason: error.reason)
    }
  }

  private static let optionsVariable = "TICKERS_OPTIONS"

  /// Returns the path and the title of the options file: the file that the environment names, or by default
  /// `options` in the configuration directory. `nil` if the name is empty, or if no directory is configured.
  static func optionsPlace(_ environment: [String: String]) -> (path: String, title: String)? {
    guard let named = environment[optionsVariable] else {
      return Tickers.program.configurationFile("options", environment)
    }
    return named.isEmpty ? nil : (named, named)
  }

  /// Returns the options file; `nil` if there is none. A file that the environment names must exist.
  func optionsFile(
    _ environment: [String: String]
  ) throws(FileFailure) -> (bytes: [UInt8], title: String)? {
    guard let (path, title) = Self.optionsPlace(environment) else { return nil }
    do throws(FileFailure) {
      if let bytes = try content(of: path) { return (bytes, title) }
    } catch {
      throw FileFailure(reason: "cannot read options file \(title): \(error.reason)")
    }
    if environment[Self.optionsVariable] == nil { return nil }
    throw FileFailure(reason: "\(Self.optionsVariable): file not found: \(title)")
  }
}
