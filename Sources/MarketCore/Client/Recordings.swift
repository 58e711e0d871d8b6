import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers that were kept in a directory, laid out as the API is: `RESOURCE[/SYMBOL]/N.json` is
/// the N-th answer for a path, `N.meta` beside it says its status, type and time.
struct Recordings: Sendable {
  /// What `N.meta` holds, as JSON.
  struct Meta: Codable {
    var status: Int?
    var contentType: String?
    /// RFC 3339, in UTC with milliseconds.
    var receivedAt: String?
    /// The base URL that the answer came from.
    var source: String?

    enum CodingKeys: String, CodingKey {
      case status
      case contentType = "content_type"
      case receivedAt = "received_at"
      case source
    }
  }

  let directory: URL

  /// That there is no answer for a path.
  func missing(_ path: String) -> MarketError {
    .noRecording(directory.appending(path: path).relativePath)
  }

  /// Where something is kept, by its path below the directory.
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
          userInfo: [NSLocalizedDescriptionKey: "\(place) leads out of the directory"])
      }
    }
    return url
  }

  /// The numbers of the answers kept for a path, in order; empty when there are none.
  func numbers(at path: String) -> [Int] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: place(path).path(percentEncoded: false))
    return (names ?? []).compactMap { name in
      Int(name.dropLast(".json".count)).flatMap { "\($0).json" == name ? $0 : nil }
    }.sorted()
  }

  /// The answer of this number for a path.
  func response(_ number: Int, at path: String) -> Result<Transport.Response, MarketError> {
    let metaFile = directory.appending(path: "\(path)/\(number).meta")
    do {
      let body = try Data(contentsOf: place("\(path)/\(number).json"))
      let meta = try (try? Data(contentsOf: place("\(path)/\(number).meta"))).map { data in
        try JSONDecoder().decode(Meta.self, from: data)
      }
      return .success(
        Transport.Response(
          status: meta?.status ?? 200,
          headers: meta?.contentType.map { ["content-type": $0] } ?? [:],
          body: body,
          receivedAt: meta?.receivedAt.flatMap { try? Date.rfc3339Style.parse($0) } ?? .now,
          source: meta?.source))
    } catch is DecodingError {
      return .failure(.malformed("\(metaFile.relativePath) does not say what it should"))
    } catch {
      return .failure(missing("\(path)/\(number).json"))
    }
  }
}

extension Recordings {
  /// Keeps an answer as the next one for its path: whole, or not at all.
  func keep(_ response: Transport.Response, number: Int, at path: String, source: String) throws {
    let folder = try place(path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let meta = Meta(
      status: response.status, contentType: response.headers["content-type"],
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
  /// The same transport, keeping each answer in a directory that ``replay(_:)`` can read.
  func recording(to directory: URL, below base: URL) -> Transport {
    let recordings = Recordings(directory: directory)
    let kept = Mutex<[String: Int]>([:])
    return Transport { request in
      let result = await send(request)
      guard case .success(let response) = result else { return result }
      let path = request.path(below: base)
      let number = kept.withLock { kept in
        kept[path, default: 0] += 1
        return kept[path, default: 0]
      }
      do {
        let source = base.isFileURL ? base.relativePath : base.absoluteString
        try recordings.keep(response, number: number, at: path, source: source)
        return result
      } catch {
        return .failure(.notRecorded(error.plainReason))
      }
    }
  }

  /// Gives the answers kept in a directory: to the first request of a path its first answer, and
  /// so on; after the last it begins again.
  static func replay(_ directory: URL) -> Transport {
    let recordings = Recordings(directory: directory)
    let asked = Mutex<[String: Int]>([:])
    return Transport(below: directory) { path in
      let numbers = recordings.numbers(at: path)
      guard !numbers.isEmpty else { return .failure(recordings.missing(path)) }
      let turn = asked.withLock { asked in
        defer { asked[path, default: 0] += 1 }
        return asked[path, default: 0]
      }
      return recordings.response(numbers[turn % numbers.count], at: path)
    }
  }
}
