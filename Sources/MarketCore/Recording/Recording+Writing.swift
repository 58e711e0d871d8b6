public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Recording {
  /// Starts a recording in a new or empty directory, and writes the time to the file `started`, which all
  /// exchanges share. If `isContinued` is true, an existing recording is continued. Throws
  /// `CocoaError.fileWriteFileExists` for any other directory.
  package func begin(continuing isContinued: Bool = false, at start: Date = .now) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let isEmpty = names(in: "").isEmpty
    do {
      guard isEmpty else { throw CocoaError(.fileWriteFileExists) }
      try Data("\(start.rfc3339)\n".utf8).write(
        to: directory.appending(path: "started"), options: .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists where isContinued && isRecording {
    }
  }

  /// Begins as ``begin(continuing:at:)``. Returns the reason of a failure, such as `directory not empty`; else `nil`.
  package func reasonNotToBegin(continuing isContinued: Bool, at start: Date) -> String? {
    do {
      try begin(continuing: isContinued, at: start)
      return nil
    } catch CocoaError.fileWriteFileExists {
      var isDirectory = false as ObjCBool
      _ = FileManager.default.fileExists(
        atPath: directory.path(percentEncoded: false), isDirectory: &isDirectory)
      if !isDirectory.boolValue { return "not a directory" }
      return isContinued ? "not a recording" : "directory not empty"
    } catch {
      return error.plainReason
    }
  }

  private var isRecording: Bool {
    let names = ["started"] + Exchanges.all.map(\.id.rawValue)
    return !Set(names).isDisjoint(with: self.names(in: ""))
  }

  /// Writes a response completely or not at all. Returns its number, the next free one after `last`.
  fileprivate func keep(
    _ response: Transport.Response, in folder: String, after last: Int, source: String
  ) throws -> Int {
    let folder = try place(folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let meta = try encoder.encode(
      Meta(
        status: response.status, contentType: response.headers["content-type"],
        retryAfter: response.headers["retry-after"], receivedAt: response.receivedAt.rfc3339,
        source: response.source ?? source))
    var number = try Self.number(after: last)
    // Another process may write to the same folder.
    while try !claims(folder.appending(path: "\(number).meta")) {
      number = try Self.number(after: number)
    }
    let metaFile = folder.appending(path: "\(number).meta")
    do {
      // Readers find a response by its body, so the body is written last.
      try meta.write(to: metaFile, options: .atomic)
      try response.body.write(to: folder.appending(path: "\(number).json"), options: .atomic)
      return number
    } catch {
      try? FileManager.default.removeItem(at: metaFile)
      throw error
    }
  }

  /// The next number. Throws after the largest `Int`.
  static func number(after number: Int) throws -> Int {
    if number < .max { return number + 1 }
    throw CocoaError(
      .fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: "no number after \(number)"])
  }

  func claims(_ file: URL) throws -> Bool {
    do {
      try Data().write(to: file, options: .withoutOverwriting)
      return true
    } catch CocoaError.fileWriteFileExists {
      return false
    }
  }
}

extension Transport {
  func kept(in recording: Recording, of exchange: ExchangeInfo, below base: URL) -> Transport {
    let lastNumbers = Mutex<[String: Int]>([:])
    let source = base.isFileURL ? base.relativePath : base.absoluteString
    return Transport { request in
      let result = await send(request)
      guard case .success(var response) = result else { return result }
      // A replay has the time that is written.
      response.receivedAt = response.receivedAt.inMilliseconds
      let folder = request.recordingFolder(of: exchange, below: base)
      do {
        try lastNumbers.withLock { numbers in
          let last = numbers[folder] ?? recording.numbers(in: folder).last ?? 0
          numbers[folder] = try recording.keep(response, in: folder, after: last, source: source)
        }
        return .success(response)
      } catch {
        return .failure(.notKept(error))
      }
    }
  }
}

extension MarketClient {
  /// Returns a copy of the client. The copy also records each response for ``replay(_:of:repeats:)``, after
  /// the responses that are already recorded. If writing fails, so does the request, with
  /// ``MarketError/notKept(_:)``.
  public func recording(to directory: URL) -> MarketClient {
    with(transport.kept(in: Recording(directory), of: exchange.info, below: base))
  }
}

extension Error {
  /// The reason for a failed file operation, as in `No space left on device`.
  package var plainReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return underlying.flatMap { ($0 as NSError).localizedFailureReason } ?? localizedDescription
  }
}
