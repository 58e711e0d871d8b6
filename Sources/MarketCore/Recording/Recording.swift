package import Foundation

/// A directory of recorded responses, with folders like the paths of the exchanges' APIs.
/// `EXCHANGE/FOLDER/N.json` is the body of response number N to a request, and `N.meta` beside it has the
/// status, the arrival time and the like. `URLRequest.recordingFolder(of:below:)` returns the folder.
package struct Recording: Sendable {
  /// The content of `N.meta`, as JSON.
  struct Meta: Codable {
    var status: Int?
    var contentType, retryAfter: String?
    /// The arrival time in RFC 3339, in UTC with milliseconds.
    var receivedAt: String?
    /// The base URL or the directory from which the response came.
    var source: String?

    private enum CodingKeys: String, CodingKey {
      case status, source
      case contentType = "content_type"
      case retryAfter = "retry_after"
      case receivedAt = "received_at"
    }

    var time: Date? { receivedAt.flatMap { Date(rfc3339: $0) } }

    private static let limit = 64 * 1_024

    static func read(_ file: URL) throws -> Meta? {
      let bytes = try FileReading.bytes(of: file.path(percentEncoded: false), limit: limit)
      return try bytes.map { try JSONDecoder().decode(Meta.self, from: Data($0)) }
    }
  }

  /// The numbers of the responses to a request, in ascending order, and their arrival times.
  struct Series: Sendable {
    let numbers: [Int]
    /// `nil` unless every response has an arrival time, and each time is later than the previous one.
    let times: [Date]?
  }

  let directory: URL

  package init(_ directory: URL) { self.directory = directory }

  /// The time at which the recording started; `nil` if it is unknown.
  var started: Date? {
    let path = directory.appending(path: "started").path(percentEncoded: false)
    let bytes = try? FileReading.bytes(of: path, limit: 1_024)
    let start = bytes.map { String(decoding: $0, as: UTF8.self) }
    return start.flatMap { Date(rfc3339: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  var oldest: Date? { times.min() }
  var newest: Date? { times.max() }

  /// The arrival times of all responses.
  private var times: [Date] {
    files().filter { $0.pathExtension == "meta" }.compactMap { try? Meta.read($0)?.time }
  }

  /// When the first response to a request to an exchange arrived, and when the second response to
  /// a request arrived, each at the request where this was earliest. Unknown times are the distant future.
  func beginning(of exchange: String) -> (oldest: Date, second: Date) {
    let metas = files(in: exchange).filter { $0.pathExtension == "meta" }
    let folders = Dictionary(grouping: metas) { $0.deletingLastPathComponent() }
    var beginning = (oldest: Date.distantFuture, second: Date.distantFuture)
    for (folder, files) in folders {
      let numbers = files.compactMap { Int($0.lastPathComponent.dropLast(".meta".count)) }.sorted()
      let times = numbers.prefix(2).map { number in
        (try? Meta.read(folder.appending(path: "\(number).meta")))?.time ?? .distantFuture
      }
      beginning.oldest = min(beginning.oldest, times.first ?? .distantFuture)
      beginning.second = min(beginning.second, times.dropFirst().first ?? .distantFuture)
    }
    return beginning
  }

  /// All files and folders below a folder, in any order.
  func files(in folder: String = "") -> [URL] {
    // The enumerator does not follow a symbolic link, so a link to the directory is resolved.
    let files = (try? place(folder)).flatMap { place in
      FileManager.default.enumerator(
        at: place.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    }
    return files?.compactMap { $0 as? URL } ?? []
  }

  /// The responses in a folder, as in `kraken/Ticker`; `nil` for a folder without responses.
  func series(in folder: String) -> Series? {
    let numbers = numbers(in: folder)
    guard !numbers.isEmpty else { return nil }
    let times = numbers.compactMap { number in
      (try? place("\(folder)/\(number).meta")).flatMap { try? Meta.read($0)?.time }
    }
    let isTimed = times.count == numbers.count && zip(times, times.dropFirst()).allSatisfy(<)
    return Series(numbers: numbers, times: isTimed ? times : nil)
  }

  func numbers(in folder: String) -> [Int] {
    names(in: folder).compactMap { name in
      Int(name.dropLast(".json".count)).flatMap { $0 > 0 && "\($0).json" == name ? $0 : nil }
    }.sorted()
  }

  /// The names of the files and folders in a folder; empty if the folder cannot be read.
  func names(in folder: String) -> [String] {
    let path = try? place(folder).path(percentEncoded: false)
    return path.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
  }

  /// Those of the exchanges that have a folder in the recording, which `all` means in a replay; all of them
  /// if none has a folder.
  package func exchanges(of exchanges: [any Exchange]) -> [any Exchange] {
    let folders = Set(names(in: ""))
    let recorded = exchanges.filter { folders.contains($0.id.rawValue) }
    return recorded.isEmpty ? exchanges : recorded
  }

  /// The response of this number in a folder, which arrives at `now` if no arrival time was recorded.
  func response(
    _ number: Int, in folder: String, now: Date
  ) throws(MarketError) -> Transport.Response {
    let name = "\(folder)/\(number).json"
    let body = try read(name) { path throws(FileReadError) in
      try FileReading.bytes(of: path, limit: Transport.bodyLimit)
    }
    let meta = try meta(number, in: folder)
    let headers = ["content-type": meta.contentType, "retry-after": meta.retryAfter]
    var response = Transport.Response(
      status: meta.status ?? 200, headers: headers.compactMapValues(\.self), body: Data(body),
      receivedAt: meta.time ?? now)
    (response.source, response.file) = (meta.source, shown(name))
    return response
  }

  func size(_ number: Int, in folder: String) throws(MarketError) -> Int {
    try read("\(folder)/\(number).json") { path throws(FileReadError) in
      try FileReading.size(of: path, limit: Transport.bodyLimit)
    }
  }

  /// The metadata of a response; without values if the file cannot be read. Throws if it is invalid.
  func meta(_ number: Int, in folder: String) throws(MarketError) -> Meta {
    let name = "\(folder)/\(number).meta"
    do {
      return try Meta.read(place(name)) ?? Meta()
    } catch is CocoaError, FileReadError.failed {
      return Meta()
    } catch {
      throw .malformed("invalid metadata: \(shown(name))")
    }
  }

  private func read<Value>(
    _ name: String, _ read: (_ path: String) throws(FileReadError) -> Value?
  ) throws(MarketError) -> Value {
    let place = try? place(name).path(percentEncoded: false)
    let value: Value?
    do throws(FileReadError) {
      value = try place.map(read) ?? nil
    } catch {
      if case .failed = error { throw missing(name) }
      throw .malformed("\(shown(name)): \(error.reason)")
    }
    guard let value else { throw missing(name) }
    return value
  }

  private func shown(_ name: String) -> String { directory.appending(path: name).relativePath }

  /// The error about a missing folder or file of an exchange, or, for an empty path, a missing recording.
  func missing(_ path: String) -> MarketError {
    let place = directory.relativePath
    let (exchange, request) = (path.prefix { $0 != "/" }, path.drop { $0 != "/" }.dropFirst())
    if !exchange.isEmpty, !names(in: "\(exchange)").isEmpty {
      return .missing("no recording of \(request) in \(place)/\(exchange)")
    }
    guard FileManager.default.fileExists(atPath: directory.path(percentEncoded: false)) else {
      return .missing("recording not found: \(place)")
    }
    // An earlier version, which had only one exchange, wrote these folders.
    let isOld = !Set(["tickers", "symbols", "l2", "l3"]).isDisjoint(with: names(in: ""))
    return .missing(
      isOld
        ? "\(place) has the layout of an earlier version; move its folders to \(place)/blockchain"
        : "no recording \(exchange.isEmpty ? "" : "of \(exchange) ")in \(place)")
  }

  /// The URL of a path below the directory; throws a `CocoaError` if the path leads outside, as by a link.
  func place(_ path: String) throws -> URL {
    let root = directory.resolvingSymlinksInPath()
    // Names are appended to the resolved root, because a path that does not exist yet is not resolved.
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
