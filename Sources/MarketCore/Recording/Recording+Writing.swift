public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Recording {
  /// Starts a recording in a directory that is new or empty, or continues the one that is there:
  /// writes the time to the file `started`, which all its exchanges share.
  ///
  /// - Throws: `CocoaError.fileWriteFileExists` if the directory is not empty, or if another process has
  ///   started one at the same moment; to continue, if there is something else than a recording.
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

  /// Whether it has what recordings have.
  private var isRecording: Bool {
    let names = ["started"] + Exchanges.all.map(\.id.rawValue)
    return !Set(names).isDisjoint(with: self.names(in: ""))
  }

  /// Keeps a response as the next one in a folder, after the number of the last: whole, or not at all.
  /// Returns its number.
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
    // Another process may continue the recording, too.
    while try !claims(folder.appending(path: "\(number).meta")) {
      number = try Self.number(after: number)
    }
    let metaFile = folder.appending(path: "\(number).meta")
    do {
      // A response is there as soon as its body is, so that is written last.
      try meta.write(to: metaFile, options: .atomic)
      try response.body.write(to: folder.appending(path: "\(number).json"), options: .atomic)
      return number
    } catch {
      try? FileManager.default.removeItem(at: metaFile)
      throw error
    }
  }

  /// The next number, if there is one: a file can have any name.
  private static func number(after number: Int) throws -> Int {
    if number < .max { return number + 1 }
    throw CocoaError(
      .fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: "no number after \(number)"])
  }

  /// Makes an empty file, unless there is one.
  private func claims(_ file: URL) throws -> Bool {
    do {
      try Data().write(to: file, options: .withoutOverwriting)
      return true
    } catch CocoaError.fileWriteFileExists {
      return false
    }
  }
}

extension Transport {
  /// The same transport, which keeps each response in a recording, behind those that are there.
  func kept(in recording: Recording, of exchange: ExchangeInfo, below base: URL) -> Transport {
    let lastNumbers = Mutex<[String: Int]>([:])
    let source = base.isFileURL ? base.relativePath : base.absoluteString
    return Transport { request in
      let result = await send(request)
      guard case .success(let response) = result else { return result }
      let folder = request.recordingFolder(of: exchange, below: base)
      do {
        try lastNumbers.withLock { numbers in
          let last = numbers[folder] ?? recording.numbers(in: folder).last ?? 0
          numbers[folder] = try recording.keep(response, in: folder, after: last, source: source)
        }
        return result
      } catch {
        return .failure(.notKept("cannot write the recording: \(error.plainReason)"))
      }
    }
  }
}

extension MarketClient {
  /// The same client, keeping each answer for ``replay(_:of:repeats:)`` in a directory that exists,
  /// behind those of the same requests that are there. An answer that cannot be kept becomes
  /// ``MarketError/notKept(_:)``.
  public func recording(to directory: URL) -> MarketClient {
    with(transport.kept(in: Recording(directory), of: exchange.info, below: base))
  }
}

extension Error {
  /// The reason of a failed file operation, in the system's words, as in `No space left on device`.
  package var plainReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return underlying.flatMap { ($0 as NSError).localizedFailureReason } ?? localizedDescription
  }
}
