import Foundation
import MarketCore

/// A file or a directory cannot be used, as in `No space left on device`.
struct FileFailure: Error, Equatable { let reason: String }

/// The file system, as commands use it.
struct Files: Sendable {
  /// Reads a file or a pipe, up to 1 MiB; nil if it does not exist.
  var read: Read
  /// Reads one that can be large, up to 1 GiB.
  var readLarge: Read = { path throws(FileFailure) in try bytes(of: path, limit: 1 << 30) }

  typealias Read = @Sendable (_ path: String) throws(FileFailure) -> [UInt8]?

  static let real = Files(
    read: { path throws(FileFailure) in try bytes(of: path, limit: 1 << 20) })

  private static func bytes(of path: String, limit: Int) throws(FileFailure) -> [UInt8]? {
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      let bytes = try file.read(upToCount: limit + 1) ?? Data()
      if bytes.count <= limit { return Array(bytes) }
    } catch {
      // Neither the file nor, maybe, a directory on the way to it exists.
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
      let code = (underlying ?? error) as NSError
      let isMissing = [ENOENT, ENOTDIR].contains(Int32(code.code))
      if code.domain == NSPOSIXErrorDomain, isMissing { return nil }
      throw FileFailure(reason: error.plainReason)
    }
    throw FileFailure(reason: "larger than \(limit >> 20) MiB")
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
      if let bytes = try read(path) { return (bytes, title) }
    } catch {
      throw FileFailure(reason: "cannot read options file \(title): \(error.reason)")
    }
    if environment[Self.optionsVariable] == nil { return nil }
    throw FileFailure(reason: "\(Self.optionsVariable): file not found: \(title)")
  }
}
