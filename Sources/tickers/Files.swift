import Foundation
import MarketCore

/// The reason that a file or a directory cannot be used.
struct FileFailure: Error, Equatable {
  /// In plain words, as in `No space left on device`.
  let reason: String
}

/// The file system, as commands use it.
struct Files: Sendable {
  /// Starts a recording in a new or empty directory; only one of several programs that do so at the
  /// same moment succeeds.
  var startRecording: @Sendable (URL) throws(FileFailure) -> Void
  /// Reads a file or a pipe, up to 1 MiB; nil if it does not exist.
  var read: @Sendable (_ path: String) throws(FileFailure) -> [UInt8]?

  static let real = Files(
    startRecording: { directory throws(FileFailure) in
      let files = FileManager.default
      do {
        try files.createDirectory(at: directory, withIntermediateDirectories: true)
        let names = try files.contentsOfDirectory(atPath: directory.path(percentEncoded: false))
        if names.isEmpty { return try MarketClient.startRecording(in: directory) }
      } catch CocoaError.fileWriteFileExists {
        // Another program was faster.
      } catch {
        throw FileFailure(reason: error.plainReason)
      }
      throw FileFailure(reason: "directory not empty")
    },
    read: { path throws(FileFailure) in
      let sizeLimit = 1_048_576
      do {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let bytes = try file.read(upToCount: sizeLimit + 1) ?? Data()
        if bytes.count <= sizeLimit { return Array(bytes) }
      } catch {
        if error.isMissingFile { return nil }
        throw FileFailure(reason: error.plainReason)
      }
      throw FileFailure(reason: "larger than 1 MiB")
    })
}

extension Files {
  /// A file in the configuration directory that the environment names, or else in the usual one: its
  /// path, and the path as it is shown; `nil` without a home directory.
  static func configured(
    _ name: String, _ environment: [String: String]
  ) -> (path: String, title: String)? {
    func directory(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let configuration = directory("XDG_CONFIG_HOME") {
      let path = "\(configuration)/tickers/\(name)"
      return (path, path)
    }
    let end = "/.config/tickers/\(name)"
    return directory("HOME").map { ($0 + end, "~" + end) }
  }

  /// The options file that the environment names, or else the one in the configuration directory, which
  /// need not be there: its bytes, and its path as it is shown; `nil` for none.
  func optionsFile(
    _ environment: [String: String]
  ) throws(FileFailure) -> (bytes: [UInt8], title: String)? {
    let variable = "TICKERS_OPTIONS"
    let named = environment[variable]
    guard named != "",
      let place = named.map({ ($0, $0) }) ?? Self.configured("options", environment)
    else { return nil }
    let (path, title) = place
    let bytes: [UInt8]?
    do throws(FileFailure) {
      bytes = try read(path)
    } catch {
      throw FileFailure(reason: "cannot read options file \(title): \(error.reason)")
    }
    if bytes == nil, named != nil {
      throw FileFailure(reason: "\(variable): file not found: \(title)")
    }
    return bytes.map { ($0, title) }
  }
}

extension Error {
  /// Whether a file, or a directory on the way to it, does not exist.
  fileprivate var isMissingFile: Bool {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let code = ((underlying ?? self) as NSError)
    return code.domain == NSPOSIXErrorDomain && [ENOENT, ENOTDIR].contains(Int32(code.code))
  }
}
