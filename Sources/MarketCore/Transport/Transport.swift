public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Sends the requests of a client and returns the responses, for example over a network, or from a
/// recording. Over a network, a request's `timeoutInterval` is the time limit for its response.
public struct Transport: Sendable {
  /// An HTTP response that is not yet parsed.
  public struct Response: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The values of the headers, by names in lower case.
    public let headers: [String: String]
    /// The body, after decompression.
    public internal(set) var body: Data
    /// The arrival time of the complete response.
    public internal(set) var receivedAt: Date
    /// The source of the response, such as a base URL or a directory; `nil` if it is unknown.
    var source: String?
    /// The path of the recorded response, for error messages; `nil` if the response is not from a recording.
    var file: String?
    var warnings: [Warning] = []

    /// Creates a response, by default with status 200, without headers, and received now.
    public init(
      status: Int = 200, headers: [String: String] = [:], body: Data, receivedAt: Date = .now
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.receivedAt = receivedAt
    }
  }

  /// The most bytes of a body that is read from a recording, and the default limit of a received body.
  public static let bodyLimit = 32 * 1_048_576

  /// Sends one request. Any HTTP status is a success; a failure means that there is no usable response.
  public let send: @Sendable (URLRequest) async -> Result<Response, MarketError>

  /// Creates a transport that sends each request with this closure.
  public init(_ send: @escaping @Sendable (URLRequest) async -> Result<Response, MarketError>) {
    self.send = send
  }

  package typealias Observer =
    @Sendable (URLRequest, Result<Response, MarketError>, _ seconds: Double) -> Void
}

extension Transport.Response {
  /// The time of the response by the exchange's clock (the `Date` header), or else the arrival time.
  var sentAt: Date { headers["date"].flatMap(Date.init(httpDate:)) ?? receivedAt }

  /// The delay of the `Retry-After` header (RFC 9110, section 10.2.3) in seconds, 0 or more; `nil`
  /// without this header, or if it is neither a whole number nor a date.
  var retryAfter: Double? {
    guard let header = headers["retry-after"] else { return nil }
    let text = header.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) { return Double(text) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    // The preferred format, then two obsolete formats that must be accepted, too (RFC 9110, section 5.6.7).
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

extension Date {
  /// The time in a header such as `Fri, 20 Nov 2026 14:00:00 GMT`; `nil` for other formats.
  init?(httpDate text: String) {
    let words = text.split(separator: " ")
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard words.count == 6, words[5] == "GMT", let index = months.firstIndex(of: String(words[2]))
    else { return nil }
    let month = "\(index < 9 ? "0" : "")\(index + 1)"
    self.init(rfc3339: "\(words[3])-\(month)-\(words[1])T\(words[4])Z")
  }
}
