import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers of an exchange that were kept in a directory, laid out as its API is:
/// `EXCHANGE/FOLDER/N.json` is the N-th answer to a request, `N.meta` beside it has its status, type
/// and time. ``RequestTarget/folder`` names the folder.
struct Recordings: Sendable {
  /// The content of `N.meta`, as JSON.
  struct Meta: Codable {
    var status: Int?
    var contentType: String?
    /// The header, as it was sent.
    var retryAfter: String?
    /// RFC 3339, in UTC with milliseconds.
    var receivedAt: String?
    /// The base URL that the answer came from.
    var source: String?

    enum CodingKeys: String, CodingKey {
      case status
      case contentType = "content_type"
      case retryAfter = "retry_after"
      case receivedAt = "received_at"
      case source
    }
  }

  /// The directory of all exchanges' recordings.
  let directory: URL
  /// The name of the exchange's folder.
  let exchange: String

  /// The error for a request whose answer is not there.
  ///
  /// - Parameter path: the folder, or the file, below the exchange's folder.
  func missing(_ path: String) -> MarketError {
    let place = directory.relativePath
    if !names(at: "").isEmpty {
      return .recordingMissing("no recording of \(path) in \(place)/\(exchange)")
    }
    guard FileManager.default.fileExists(atPath: directory.path(percentEncoded: false)) else {
      return .recordingMissing("recording not found: \(place)")
    }
    let isOld = !Self.resources.isDisjoint(with: files(in: directory))
    return .recordingMissing(
      isOld
        ? "\(place) has the layout of an earlier version; move its folders to \(place)/blockchain"
        : "no recording of \(exchange) in \(place)")
  }

  /// The folders of a recording before there were several exchanges.
  private static let resources: Set = ["tickers", "symbols", "l2", "l3"]

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

  /// The numbers of the answers kept at a path, in order; empty when there are none.
  func numbers(at path: String) -> [Int] {
    names(at: path).compactMap { name in
      Int(name.dropLast(".json".count)).flatMap { $0 > 0 && "\($0).json" == name ? $0 : nil }
    }.sorted()
  }

  private func names(at path: String) -> [String] { (try? place(path)).map(files) ?? [] }

  private func files(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
  }

  /// The answer of this number at a path.
  func response(_ number: Int, at path: String) -> Result<Transport.Response, MarketError> {
    let metaFile = directory.appending(path: "\(exchange)/\(path)/\(number).meta")
    do {
      let body = try Data(contentsOf: place("\(path)/\(number).json"))
      let meta = try (try? Data(contentsOf: place("\(path)/\(number).meta"))).map { data in
        try JSONDecoder().decode(Meta.self, from: data)
      }
      return .success(
        Transport.Response(
          status: meta?.status ?? 200,
          headers: [
            "content-type": meta?.contentType, "retry-after": meta?.retryAfter,
          ].compactMapValues(\.self),
          body: body,
          receivedAt: meta?.receivedAt.flatMap { try? Date.rfc3339Style.parse($0) } ?? .now,
          source: meta?.source,
          file: directory.appending(path: "\(exchange)/\(path)/\(number).json").relativePath))
    } catch is DecodingError {
      return .failure(.malformed("invalid metadata: \(metaFile.relativePath)"))
    } catch {
      return .failure(missing("\(path)/\(number).json"))
    }
  }
}

extension Recordings {
  /// The time of the start of a recording, or of its oldest answer.
  static func start(of directory: URL) -> Date? {
    let file = directory.appending(path: "started")
    if let text = try? String(contentsOf: file, encoding: .utf8),
      let date = try? Date.rfc3339Style.parse(text.trimmingCharacters(in: .whitespacesAndNewlines))
    {
      return date
    }
    // The enumerator does not follow a symbolic link.
    let files = FileManager.default.enumerator(
      at: directory.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    let times = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "meta" }
      .compactMap { try? JSONDecoder().decode(Meta.self, from: Data(contentsOf: $0)).receivedAt }
    return times.min().flatMap { try? Date.rfc3339Style.parse($0) }
  }

  /// Keeps an answer as the next one of its path: whole, or not at all.
  func keep(_ response: Transport.Response, number: Int, at path: String, source: String) throws {
    let folder = try place(path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let meta = Meta(
      status: response.status, contentType: response.headers["content-type"],
      retryAfter: response.headers["retry-after"],
      receivedAt: response.receivedAt.rfc3339, source: response.source ?? source)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let file = folder.appending(path: "\(number)")
    let metaFile = file.appendingPathExtension("meta")
    // An answer is there as soon as its body is, so that comes last.
    try encoder.encode(meta).write(to: metaFile, options: .atomic)
    do {
      try response.body.write(to: file.appendingPathExtension("json"), options: .atomic)
    } catch {
      try? FileManager.default.removeItem(at: metaFile)
      throw error
    }
  }
}

extension Transport {
  /// The same transport, keeping each answer in a directory that ``replay(_:of:below:repeats:turns:)`` can read.
  func recording(to directory: URL, of exchange: any Exchange, below base: URL) -> Transport {
    let recordings = Recordings(directory: directory, exchange: exchange.id)
    let kept = Mutex<[String: Int]>([:])
    let source = base.isFileURL ? base.relativePath : base.absoluteString
    return Transport { request in
      let result = await send(request)
      guard case .success(let response) = result else { return result }
      let folder = request.target(below: base).folder
      let number = kept.withLock { kept in
        kept[folder, default: 0] += 1
        return kept[folder, default: 0]
      }
      do {
        try recordings.keep(response, number: number, at: folder, source: source)
        return result
      } catch {
        return .failure(.recordingFailed(error.plainReason))
      }
    }
  }

  /// Gives the answers kept in a directory: to the first request of a path and query its first
  /// answer, and so on.
  static func replay(
    _ directory: URL, of exchange: any Exchange, below base: URL, repeats: Bool,
    turns: ReplayCursor = ReplayCursor()
  ) -> Transport {
    let recordings = Recordings(directory: directory, exchange: exchange.id)
    return Transport { request in
      let target = request.target(below: base)
      let numbers = recordings.numbers(at: target.folder)
      guard !numbers.isEmpty else { return .failure(recordings.missing(target.folder)) }
      guard
        let (turn, announcesRestart) = turns.next(
          of: target.folder, count: numbers.count, repeats: repeats)
      else { return .failure(.recordingEnded(target.description, count: numbers.count)) }
      let result = recordings.response(numbers[turn], at: target.folder)
      guard announcesRestart else { return result }
      let warning = Warning.note("end of recording; restarting from the beginning")
      return result.map { $0.warning(warning) }
    }
  }
}
