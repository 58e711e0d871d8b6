package import Foundation

/// A request as it came over the wire.
package struct Request: Sendable {
  /// 0 for the first request of the server's life, whatever its connection, then 1, 2 and so on.
  package let number: Int
  /// The connection it came on, counted from 0.
  package let connection: Int
  /// When its head had come in whole.
  package let at: ContinuousClock.Instant
  /// As sent: `GET`.
  package let method: String
  /// With the query: `/v3/exchange/l2/BTC-USD?depth=1`.
  package let path: String
  /// By lower-case name; the values of a repeated name are joined by commas.
  package let headers: [String: String]
  package let body: Data

  /// Reads a head without its closing empty line; nil unless it is HTTP.
  init?(head: String, body: Data, number: Int, connection: Int) {
    let lines = head.split(separator: "\r\n")
    guard let words = lines.first?.split(separator: " "), words.count == 3,
      words[2].hasPrefix("HTTP/1.")
    else { return nil }
    self.number = number
    self.connection = connection
    self.body = body
    at = .now
    method = String(words[0])
    path = String(words[1])
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1]) : ""
      return (parts[0].lowercased(), value.trimmingCharacters(in: .whitespaces))
    }
    headers = Dictionary(fields) { "\($0), \($1)" }
  }
}
