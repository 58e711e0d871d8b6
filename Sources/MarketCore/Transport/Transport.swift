public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends the requests of a client and returns the responses: over a network, from a recording, or from a
/// closure of a test. The request's `timeoutInterval` is the deadline for the whole response.
public struct Transport: Sendable {
  /// A response as it came: nothing is checked yet but its length.
  public struct Response: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers, by name in lower case.
    public let headers: [String: String]
    /// The whole body.
    public internal(set) var body: Data
    /// The arrival time of the last byte.
    public let receivedAt: Date
    /// The base URL of the request, if that is known.
    var source: String?
    /// The file that holds the response, for errors.
    var file: String?
    /// Warnings for an answer of this response.
    var warnings: [Warning] = []

    /// A response of these parts.
    public init(
      status: Int = 200, headers: [String: String] = [:], body: Data, receivedAt: Date = .now
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.receivedAt = receivedAt
    }
  }

  /// The most bytes of a body that is received or replayed, unless told otherwise.
  public static let bodyLimit = 32 * 1_048_576

  /// Sends one request. A response of any status is a success; a failure is that there is none.
  public let send: @Sendable (URLRequest) async -> Result<Response, MarketError>

  /// A transport that sends like this.
  public init(_ send: @escaping @Sendable (URLRequest) async -> Result<Response, MarketError>) {
    self.send = send
  }

  package typealias Observer =
    @Sendable (URLRequest, Result<Response, MarketError>, _ seconds: Double) -> Void
}

extension Transport.Response {
  /// The delay of the `Retry-After` header (RFC 9110, section 10.2.3) in seconds, 0 or more; `nil`
  /// without one, and when it is neither a whole number nor a date.
  var retryAfter: Double? {
    guard let header = headers["retry-after"] else { return nil }
    let text = header.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) { return Double(text) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    // The form to use, and the two older ones that a recipient must accept (section 5.6.7).
    let dates = [
      "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
      "EEE MMM d HH:mm:ss yyyy",
    ].lazy.compactMap { format in
      formatter.dateFormat = format
      return formatter.date(from: text)
    }
    return dates.first.map { max(0, $0.timeIntervalSince(receivedAt)) }
  }
}
