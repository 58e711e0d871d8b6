public import Foundation
import Synchronization

/// A directory of responses that were kept, laid out as the APIs of the exchanges are:
/// `EXCHANGE/FOLDER/N.json` is the body of the N-th response to a request, `N.meta` beside it has its
/// status, type and time. `URLRequest.recordingFolder(below:)` names the folder.
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

    var time: Date? { receivedAt.flatMap { try? Date.rfc3339Style.parse($0) } }

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
    return start.flatMap { try? Date.rfc3339Style.parse($0) }
  }

  /// The arrival time of its oldest response; `nil` without any.
  var oldest: Date? {
    files.filter { $0.pathExtension == "meta" }.compactMap { try? Meta.read($0).time }.min()
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

  /// The names in a folder; none when there is no such folder.
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

  /// Keeps a response as the one of this number in a folder: whole, or not at all.
  fileprivate func keep(
    _ response: Transport.Response, number: Int, in folder: String, source: String
  ) throws {
    let folder = try place(folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let metaFile = folder.appending(path: "\(number).meta")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let meta = Meta(
      status: response.status, contentType: response.headers["content-type"],
      retryAfter: response.headers["retry-after"], receivedAt: response.receivedAt.rfc3339,
      source: response.source ?? source)
    // A response is there as soon as its body is, so that is written last.
    try encoder.encode(meta).write(to: metaFile, options: .atomic)
    do {
      try response.body.write(to: folder.appending(path: "\(number).json"), options: .atomic)
    } catch {
      try? FileManager.default.removeItem(at: metaFile)
      throw error
    }
  }

  /// The next free number in a folder, which no other process takes.
  fileprivate func claim(in folder: String) throws -> Int {
    let place = try place(folder)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    var number = (numbers(in: folder).last ?? 0) + 1
    while true {
      do {
        let file = place.appending(path: "\(number).meta")
        try Data("{}".utf8).write(to: file, options: .withoutOverwriting)
        return number
      } catch CocoaError.fileWriteFileExists {
        number += 1
      }
    }
  }
}

extension Transport {
  /// The same transport, which keeps each response in a recording.
  func kept(
    in recording: Recording, continuing isContinued: Bool, of exchange: ExchangeInfo,
    below base: URL
  ) -> Transport {
    let counts = Mutex<[String: Int]>([:])
    let source = base.isFileURL ? base.relativePath : base.absoluteString
    return Transport { request in
      let result = await send(request)
      guard case .success(let response) = result else { return result }
      let folder = request.recordingFolder(of: exchange, below: base)
      do {
        let number =
          try isContinued
          ? recording.claim(in: folder)
          : counts.withLock { counts in
            counts[folder, default: 0] += 1
            return counts[folder, default: 0]
          }
        try recording.keep(response, number: number, in: folder, source: source)
        return result
      } catch {
        return .failure(.notKept("cannot write the recording: \(error.plainReason)"))
      }
    }
  }
}

extension MarketClient {
  /// The same client, keeping each answer for ``replay(_:of:repeats:)`` in a directory that exists and
  /// is empty, but for recordings of other exchanges. An answer that cannot be kept there becomes
  /// ``MarketError/notKept(_:)``.
  public func recording(to directory: URL) -> MarketClient {
    recording(to: directory, continuing: false)
  }

  /// The same client, keeping each answer, perhaps behind those of the same requests that are there.
  package func recording(to directory: URL, continuing isContinued: Bool) -> MarketClient {
    with(
      transport.kept(
        in: Recording(directory), continuing: isContinued, of: exchange.info, below: base))
  }
}

extension Error {
  /// The reason of a failed file operation, in the system's words, as in `No space left on device`.
  package var plainReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return underlying.flatMap { ($0 as NSError).localizedFailureReason } ?? localizedDescription
  }
}
