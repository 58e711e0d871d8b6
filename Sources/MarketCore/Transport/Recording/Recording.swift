public import Foundation
import Synchronization

/// A directory of responses that were kept, laid out as the APIs of the exchanges are:
/// `EXCHANGE/FOLDER/N.json` is the body of the N-th response to a request, `N.meta` beside it has its
/// status, type and time. `URLRequest.recordingFolder(of:below:)` names the folder.
package struct Recording: Sendable {
  /// The content of `N.meta`, as JSON.
  struct Meta: Codable {
    var status: Int?
    var contentType, retryAfter: String?
    /// RFC 3339, in UTC with milliseconds.
    var receivedAt: String?
    /// The base URL of the request.
    var source: String?

    private enum CodingKeys: String, CodingKey {
      case status, source
      case contentType = "content_type"
      case retryAfter = "retry_after"
      case receivedAt = "received_at"
    }

    var time: Date? { receivedAt.flatMap { Date(rfc3339: $0) } }

    static func read(_ file: URL) throws -> Meta {
      try JSONDecoder().decode(Meta.self, from: Data(contentsOf: file))
    }
  }

  /// The responses to a request, in the order of their numbers.
  struct Series: Sendable {
    let numbers: [Int]
    /// Their arrival times, if all have one and each is later than the one before.
    let times: [Date]?
  }

  let directory: URL

  package init(_ directory: URL) { self.directory = directory }

  /// The time at which it was started, if that was kept.
  var started: Date? {
    let text = try? String(contentsOf: directory.appending(path: "started"), encoding: .utf8)
    let start = text?.trimmingCharacters(in: .whitespacesAndNewlines)
    return start.flatMap { Date(rfc3339: $0) }
  }

  /// The arrival time of its oldest response; `nil` without any.
  var oldest: Date? {
    files.filter { $0.pathExtension == "meta" }.compactMap { try? Meta.read($0).time }.min()
  }

  /// The arrival of the oldest response of each exchange, and the first arrival of a second response to
  /// any of its requests.
  func beginnings() -> [String: (oldest: Date, second: Date)] {
    let root = directory.resolvingSymlinksInPath().pathComponents.count
    let folders = Dictionary(grouping: files.filter { $0.pathExtension == "meta" }) { file in
      file.deletingLastPathComponent()
    }
    var beginnings: [String: (oldest: Date, second: Date)] = [:]
    for (folder, files) in folders where folder.pathComponents.count > root {
      let numbers = files.compactMap { Int($0.lastPathComponent.dropLast(".meta".count)) }.sorted()
      let times = numbers.prefix(2).map { number in
        (try? Meta.read(folder.appending(path: "\(number).meta")))?.time ?? .distantFuture
      }
      let exchange = folder.pathComponents[root]
      let known = beginnings[exchange] ?? (.distantFuture, .distantFuture)
      beginnings[exchange] = (
        min(known.oldest, times.first ?? .distantFuture),
        min(known.second, times.dropFirst().first ?? .distantFuture)
      )
    }
    return beginnings
  }

  /// The files in it and in its folders, in any order.
  var files: [URL] {
    // The enumerator does not follow a symbolic link.
    let files = FileManager.default.enumerator(
      at: directory.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    return files?.compactMap { $0 as? URL } ?? []
  }

  /// The responses in a folder of an exchange, as in `kraken/Ticker`; `nil` when there are none.
  func series(in folder: String) -> Series? {
    let numbers = numbers(in: folder)
    guard !numbers.isEmpty else { return nil }
    let times = numbers.compactMap { number in
      (try? place("\(folder)/\(number).meta")).flatMap { try? Meta.read($0).time }
    }
    let isTimed = times.count == numbers.count && zip(times, times.dropFirst()).allSatisfy(<)
    return Series(numbers: numbers, times: isTimed ? times : nil)
  }

  fileprivate func numbers(in folder: String) -> [Int] {
    names(in: folder).compactMap { name in
      Int(name.dropLast(".json".count)).flatMap { $0 > 0 && "\($0).json" == name ? $0 : nil }
    }.sorted()
  }

  /// The names in a folder; empty for a missing folder.
  func names(in folder: String) -> [String] {
    let path = try? place(folder).path(percentEncoded: false)
    return path.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
  }

  /// The response of this number in a folder; `now` is its time when none was kept.
  func response(
    _ number: Int, in folder: String, now: Date
  ) throws(MarketError) -> Transport.Response {
    let file = directory.appending(path: "\(folder)/\(number)").relativePath
    do {
      let body = try Data(contentsOf: place("\(folder)/\(number).json"))
      var meta = Meta()
      do {
        meta = try Meta.read(place("\(folder)/\(number).meta"))
      } catch  where !(error is DecodingError) {}
      let headers = ["content-type": meta.contentType, "retry-after": meta.retryAfter]
      var response = Transport.Response(
        status: meta.status ?? 200, headers: headers.compactMapValues(\.self), body: body,
        receivedAt: meta.time ?? now)
      (response.source, response.file) = (meta.source, "\(file).json")
      return response
    } catch is DecodingError {
      throw .malformed("invalid metadata: \(file).meta")
    } catch {
      throw missing("\(folder)/\(number).json")
    }
  }

  /// The error for a folder or a file of an exchange that is not there.
  func missing(_ path: String) -> MarketError {
    let place = directory.relativePath
    let (exchange, request) = (path.prefix { $0 != "/" }, path.drop { $0 != "/" }.dropFirst())
    if !exchange.isEmpty, !names(in: "\(exchange)").isEmpty {
      return .missing("no recording of \(request) in \(place)/\(exchange)")
    }
    guard FileManager.default.fileExists(atPath: directory.path(percentEncoded: false)) else {
      return .missing("recording not found: \(place)")
    }
    // The folders of a recording before there were several exchanges.
    let isOld = !Set(["tickers", "symbols", "l2", "l3"]).isDisjoint(with: names(in: ""))
    return .missing(
      isOld
        ? "\(place) has the layout of an earlier version; move its folders to \(place)/blockchain"
        : "no recording \(exchange.isEmpty ? "" : "of \(exchange) ")in \(place)")
  }

  /// The URL of a path below the directory.
  ///
  /// - Throws: `CocoaError` when a symbolic link leads out of the directory.
  private func place(_ path: String) throws -> URL {
    let root = directory.resolvingSymlinksInPath()
    // From the root on, for a path that is not there yet is not resolved.
    var url = root
    for name in path.split(separator: "/") {
      url.append(path: String(name))
      guard url.resolvingSymlinksInPath().pathComponents.starts(with: root.pathComponents) else {
        let place = directory.appending(path: path).relativePath
        throw CocoaError(
          .fileReadNoPermission,
          userInfo: [NSLocalizedDescriptionKey: "\(place) is outside the recording"])
      }
    }
    return url
  }
}

/// Writing.
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
    var number = last + 1
    // Another process may continue the recording, too.
    while try !claims(folder.appending(path: "\(number).meta")) { number += 1 }
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
