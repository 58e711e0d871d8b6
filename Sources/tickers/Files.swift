import MarketCore

/// A file or a directory cannot be used, as in `No space left on device`.
struct FileFailure: Error, Equatable { let reason: String }

/// The file system, as commands use it.
struct Files: Sendable {
  typealias Read = @Sendable (_ path: String) throws(FileFailure) -> [UInt8]?

  /// What is read instead of files, and instead of those that can be large; `nil` for the file system.
  var read, readLarge: Read?
  /// How long to wait for a named pipe.
  var timeout = Duration.seconds(10)

  /// A file or a pipe, up to 1 MiB; `nil` if it does not exist.
  func content(of path: String) throws(FileFailure) -> [UInt8]? {
    try content(of: path, limit: 1 << 20, instead: read)
  }

  /// One that can be large, up to 1 GiB.
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

  /// The path of a file of the configuration, and as it is shown; `nil` without a home directory.
  static func configured(
    _ name: String, _ environment: [String: String]
  ) -> (path: String, title: String)? {
    let end = "/tickers/\(name)"
    if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") {
      return (directory + end, directory + end)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return ("\(home)/.config\(end)", "~/.config\(end)")
  }

  private static let optionsVariable = "TICKERS_OPTIONS"

  /// The path of the options file that the environment names, or else of `options` in the
  /// configuration directory, and as it is shown; `nil` if there is to be none.
  static func optionsPlace(_ environment: [String: String]) -> (path: String, title: String)? {
    guard let named = environment[optionsVariable] else {
      return configured("options", environment)
    }
    return named.isEmpty ? nil : (named, named)
  }

  /// The options file, if it exists; one that the environment names must exist.
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
