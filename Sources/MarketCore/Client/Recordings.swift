import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses of an exchange that are kept in a directory, laid out as its API is:
/// `EXCHANGE/FOLDER/N.json` is the N-th response to a request, `N.meta` beside it has its status, type
/// and time. `URLRequest.recordingFolder(below:without:)` names the folder.
struct Recordings: Sendable {
  /// The content of `N.meta`, as JSON.
  private struct Meta: Codable {
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

    static func read(_ file: URL) throws -> Meta {
      try JSONDecoder().decode(Meta.self, from: Data(contentsOf: file))
    }
  }

  /// The directory of all exchanges' recordings.
  let directory: URL
  /// The name of the exchange's folder.
  let exchange: String

  /// The time of the start of a recording, or of its oldest response.
  static func start(of directory: URL) -> Date? {
    let text = try? String(contentsOf: directory.appending(path: "started"), encoding: .utf8)
    let start = text?.trimmingCharacters(in: .whitespacesAndNewlines)
    if let date = start.flatMap({ try? Date.rfc3339Style.parse($0) }) { return date }
    // The enumerator does not follow a symbolic link.
    let files = FileManager.default.enumerator(
      at: directory.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    let times = files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "meta" }
      .compactMap { try? Meta.read($0).receivedAt }
    return times?.min().flatMap { try? Date.rfc3339Style.parse($0) }
  }

  /// The numbers of the responses in a folder, in order; empty when there are none.
  func numbers(in folder: String) -> [Int] {
    names(in: folder).compactMap { name in
      Int(name.dropLast(".json".count)).flatMap { $0 > 0 && "\($0).json" == name ? $0 : nil }
    }.sorted()
  }

  /// The response of this number in a folder.
  func response(_ number: Int, in folder: String) -> Result<Transport.Response, MarketError> {
    let file = directory.appending(path: "\(exchange)/\(folder)/\(number)").relativePath
    do {
      let body = try Data(contentsOf: place("\(folder)/\(number).json"))
      var meta = Meta()
      do {
        meta = try Meta.read(place("\(folder)/\(number).meta"))
      } catch  where !(error is DecodingError) {}
      let headers = ["content-type": meta.contentType, "retry-after": meta.retryAfter]
      var response = Transport.Response(
        status: meta.status ?? 200, headers: headers.compactMapValues(\.self), body: body,
        receivedAt: meta.receivedAt.flatMap { try? Date.rfc3339Style.parse($0) } ?? .now)
      (response.source, response.file) = (meta.source, "\(file).json")
      return .success(response)
    } catch is DecodingError {
      return .failure(.malformed("invalid metadata: \(file).meta"))
    } catch {
      return .failure(missing("\(folder)/\(number).json"))
    }
  }

  /// Keeps a response as the one of this number in a folder: whole, or not at all.
  func keep(_ response: Transport.Response, number: Int, in folder: String, source: String) throws {
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

  /// The error for a folder or a file of the exchange that is not there.
  func missing(_ path: String) -> MarketError {
    let place = directory.relativePath
    if !names(in: "").isEmpty {
      return .recordingMissing("no recording of \(path) in \(place)/\(exchange)")
    }
    guard FileManager.default.fileExists(atPath: directory.path(percentEncoded: false)) else {
      return .recordingMissing("recording not found: \(place)")
    }
    // The folders of a recording before there were several exchanges.
    let isOld = !Set(["tickers", "symbols", "l2", "l3"]).isDisjoint(with: files(in: directory))
    return .recordingMissing(
      isOld
        ? "\(place) has the layout of an earlier version; move its folders to \(place)/blockchain"
        : "no recording of \(exchange) in \(place)")
  }

  private func names(in folder: String) -> [String] { (try? place(folder)).map(files) ?? [] }

  private func files(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
  }

  /// The URL of a path below the exchange's folder.
  ///
  /// - Throws: `CocoaError` when a symbolic link leads out of the directory.
  private func place(_ path: String) throws -> URL {
    let root = directory.resolvingSymlinksInPath()
    // From the root on, for a path that is not there yet is not resolved.
    var url = root
    for name in "\(exchange)/\(path)".split(separator: "/") {
      url.append(path: String(name))
      guard url.resolvingSymlinksInPath().pathComponents.starts(with: root.pathComponents) else {
        let place = directory.appending(path: "\(exchange)/\(path)").relativePath
        throw CocoaError(
          .fileReadNoPermission,
          userInfo: [NSLocalizedDescriptionKey: "\(place) is outside the recording"])
      }
    }
    return url
  }
}

/// The place in a replay: the number of responses that were served of each folder.
package final class ReplayCursor: Sendable {
  /// Whether a replay stops after its last response for the requests of this task, even one that
  /// repeats: several exchanges then restart together.
  @TaskLocal package static var stopsAtEnd = false

  /// Whether the replay restarts after the last response of a folder.
  private let repeats: Bool
  private let state = Mutex(
    (served: [String: Int](), hasRestarted: false, hasAnnouncedRestart: false))

  init(repeats: Bool) { self.repeats = repeats }

  /// The index of the next response of a folder, and whether it announces that the recording has
  /// restarted; `nil` after the last.
  func next(of folder: String, count: Int) -> (index: Int, announcesRestart: Bool)? {
    state.withLock { state in
      let served = state.served[folder, default: 0]
      guard served < count || repeats && !Self.stopsAtEnd else { return nil }
      state.served[folder] = served + 1
      if served >= count { state.hasRestarted = true }
      defer { state.hasAnnouncedRestart = state.hasRestarted }
      return (served % count, state.hasRestarted && !state.hasAnnouncedRestart)
    }
  }

  /// Begins with the first response of each folder again.
  func restart() { state.withLock { ($0.served, $0.hasRestarted) = ([:], true) } }
}

extension Transport {
  /// The same transport, keeping each response in a directory that ``replay(_:of:below:at:)`` reads.
  func recording(to directory: URL, of exchange: any Exchange, below base: URL) -> Transport {
    let recordings = Recordings(directory: directory, exchange: exchange.id)
    let counts = Mutex<[String: Int]>([:])
    let source = base.isFileURL ? base.relativePath : base.absoluteString
    return Transport { request in
      let result = await send(request)
      guard case .success(let response) = result else { return result }
      let folder = request.recordingFolder(below: base, without: exchange.info.sizeParameters)
      let number = counts.withLock { counts in
        counts[folder, default: 0] += 1
        return counts[folder, default: 0]
      }
      do {
        try recordings.keep(response, number: number, in: folder, source: source)
        return result
      } catch {
        return .failure(.recordingFailed(error.plainReason))
      }
    }
  }

  /// Serves the responses kept in a directory: to the first request of a path and query its first
  /// response, and so on.
  static func replay(
    _ directory: URL, of exchange: any Exchange, below base: URL, at cursor: ReplayCursor
  ) -> Transport {
    let recordings = Recordings(directory: directory, exchange: exchange.id)
    return Transport { request in
      let folder = request.recordingFolder(below: base, without: exchange.info.sizeParameters)
      let numbers = recordings.numbers(in: folder)
      guard !numbers.isEmpty else { return .failure(recordings.missing(folder)) }
      guard let (index, announcesRestart) = cursor.next(of: folder, count: numbers.count) else {
        return .failure(.recordingEnded(request.target(below: base), count: numbers.count))
      }
      let note = Warning.note("end of recording; restarting from the beginning")
      return recordings.response(numbers[index], in: folder).map { response in
        var response = response
        if announcesRestart { response.warnings.append(note) }
        return response
      }
    }
  }
}

extension Error {
  /// The reason of a failed file operation, in the system's words, as in `No space left on device`.
  package var plainReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return underlying.flatMap { ($0 as NSError).localizedFailureReason } ?? localizedDescription
  }
}
