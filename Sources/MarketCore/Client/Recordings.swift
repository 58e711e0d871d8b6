import Foundation
import Synchronization

/// Answers that were kept in a directory, laid out as the API is: `RESOURCE[/SYMBOL]/N.json` is
/// the N-th answer for a path, `N.meta` beside it says its status, type and time.
struct Recordings: Sendable {
  /// What `N.meta` holds, as JSON.
  struct Meta: Codable {
    var status: Int?
    var contentType: String?
    /// RFC 3339, in UTC with milliseconds.
    var receivedAt: String?

    enum CodingKeys: String, CodingKey {
      case status
      case contentType = "content_type"
      case receivedAt = "received_at"
    }
  }

  let directory: URL

  /// That there is no answer for a path.
  func missing(_ path: String) -> MarketError {
    .noRecording(directory.appending(path: path).relativePath)
  }

  /// The numbers of the answers kept for a path, in order; empty when there are none.
  func numbers(at path: String) -> [Int] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: directory.appending(path: path).path(percentEncoded: false))
    return (names ?? []).compactMap { name in
      name.hasSuffix(".json") ? Int(name.dropLast(".json".count)) : nil
    }.sorted()
  }

  /// The answer of this number for a path.
  func response(_ number: Int, at path: String) -> Result<Transport.Response, MarketError> {
    let file = directory.appending(path: path).appending(path: "\(number)")
    do {
      let body = try Data(contentsOf: file.appendingPathExtension("json"))
      let meta = try? JSONDecoder().decode(
        Meta.self, from: Data(contentsOf: file.appendingPathExtension("meta")))
      return .success(
        Transport.Response(
          status: meta?.status ?? 200,
          headers: meta?.contentType.map { ["content-type": $0] } ?? [:],
          body: body,
          receivedAt: meta?.receivedAt.flatMap { try? Date.rfc3339Style.parse($0) } ?? .now))
    } catch {
      return .failure(missing("\(path)/\(number).json"))
    }
  }
}

extension Transport {
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
