import Foundation

/// A request to an exchange, with a summary of its recorded responses. Or a connection to its streams, with a summary
/// of its messages.
package struct RecordedRequest: Hashable, Sendable {
  let exchange: String
  /// Path and query, as in `Ticker?pair=BTC%2FUSD`; or the number of a connection, and its address, as in
  /// `stream/1 wss://ws.kraken.com/v2`.
  let request: String
  let answers: Int
  /// The earliest and the latest recorded arrival of a response; `nil` if none is recorded.
  let first, last: Date?
  /// The longest time between consecutive recorded arrivals, in seconds; `nil` for fewer than two.
  let longestGap: Double?
  let bytes: Int
  let errors: Int
}

extension RecordedRequest: Row {
  package enum Columns {
    package static let exchange = Column<RecordedRequest>(
      "exchange", "Exchange, as in --exchange", \.exchange)
    package static let request = Column<RecordedRequest>(
      "request", "Path and query; or number and address of a connection", \.request)
    package static let answers = Column<RecordedRequest>(
      "answers", .number, "Number of responses, or of messages of a connection"
    ) { Decimal($0.answers) }
    package static let first = Column<RecordedRequest>(
      "first", .time, "Arrival of the first response or message"
    ) { row, _ in row.first.map(FieldValue.time) ?? .unknown }
    package static let last = Column<RecordedRequest>(
      "last", .time, "Arrival of the last response or message"
    ) { row, _ in row.last.map(FieldValue.time) ?? .unknown }
    package static let longestGap = Column<RecordedRequest>(
      "longest_gap", .number, "Longest time between two responses or messages (s)"
    ) { row in row.longestGap.flatMap { Decimal(exact: String(format: "%.3f", $0)) } }
    package static let bytes = Column<RecordedRequest>(
      "bytes", .number, "Size of all responses or messages"
    ) {
      Decimal($0.bytes)
    }
    package static let errors = Column<RecordedRequest>(
      "errors", .number, "Number of HTTP statuses other than 2xx; of a connection, 1 if it failed"
    ) { Decimal($0.errors) }
  }
  package static let columns: [Column<RecordedRequest>] = [
    Columns.exchange, Columns.request, Columns.answers, Columns.first, Columns.last,
    Columns.longestGap, Columns.bytes, Columns.errors,
  ]
}

extension Recording {
  /// The recorded requests of all exchanges, sorted by folder, then the recorded connections, and the reasons why
  /// responses or connections cannot be read. Throws ``MarketError/missing(_:)`` if nothing is recorded.
  package func requests() throws(MarketError) -> (rows: [RecordedRequest], errors: [String]) {
    let root = directory.resolvingSymlinksInPath().pathComponents.count
    let folders = Set(
      files().filter { $0.pathExtension == "json" }.map {
        $0.pathComponents.dropFirst(root).dropLast().joined(separator: "/")
      })
    var (rows, errors) = ([RecordedRequest](), [String]())
    let ids = Set(Exchanges.all.map(\.id.rawValue))
    for folder in folders.sorted() where ids.contains("\(folder.prefix { $0 != "/" })") {
      if let row = request(in: folder, &errors) { rows.append(row) }
    }
    for id in ids.sorted().map(ExchangeID.init(rawValue:)) {
      for number in streamNumbers(of: id) {
        do throws(MarketError) {
          rows.append(Self.connection(try stream(number, of: id), &errors))
        } catch {
          errors.append("\(error)")
        }
      }
    }
    if rows.isEmpty { throw missing("") }
    return (rows, errors)
  }

  /// The summary of a connection. Adds the reason why a line cannot be read.
  private static func connection(
    _ stream: RecordedStream, _ errors: inout [String]
  ) -> RecordedRequest {
    var (bytes, times, url, hasFailed) = (0, [Date](), "", false)
    for line in stream.lines {
      switch line {
      case .failure(let error): errors.append("\(error)")
      case .success(let line):
        switch line.kind {
        case .open: url = " " + line.text
        case .sent: break
        case .received:
          bytes += line.text.utf8.count
          times.append(line.time)
        case .close: hasFailed = !line.text.isEmpty
        }
      }
    }
    return RecordedRequest(
      exchange: stream.exchange.rawValue, request: "stream/\(stream.number)\(url)",
      answers: times.count, first: times.first, last: times.last,
      longestGap: zip(times, times.dropFirst()).map { $1.timeIntervalSince($0) }.max(),
      bytes: bytes, errors: hasFailed ? 1 : 0)
  }

  /// The request of a folder; `nil` for a folder without responses. Adds reasons for unreadable responses.
  private func request(in folder: String, _ errors: inout [String]) -> RecordedRequest? {
    guard let series = series(in: folder) else { return nil }
    var (bytes, failures, times) = (0, 0, [Date]())
    for number in series.numbers {
      do throws(MarketError) {
        bytes += try size(number, in: folder)
        let meta = try meta(number, in: folder)
        if !(200...299).contains(meta.status ?? 200) { failures += 1 }
        if let time = meta.time { times.append(time) }
      } catch {
        errors.append("\(error)")
      }
    }
    let exchange = folder.prefix { $0 != "/" }
    return RecordedRequest(
      exchange: "\(exchange)", request: Self.request(of: folder.dropFirst(exchange.count + 1)),
      answers: series.numbers.count, first: times.min(), last: times.max(),
      longestGap: zip(times, times.dropFirst()).map { $1.timeIntervalSince($0) }.max(),
      bytes: bytes, errors: failures)
  }

  /// The path and query of a request by its folder. Long queries are split into nested folders.
  private static func request(of folder: some StringProtocol) -> String {
    let parts = folder.split(separator: "/")
    let path = parts.prefix { !$0.contains("=") }.joined(separator: "/")
    let query = parts.drop { !$0.contains("=") }.joined().replacing(",", with: "&")
    return query.isEmpty ? path : "\(path)?\(query)"
  }
}
