public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The seam between the client and the world: a request goes in, the bytes of an answer come out.
///
/// The request's `timeoutInterval` is the deadline for the whole answer.
public struct Transport: Sendable {
  /// An answer as it came: nothing is checked yet but its length.
  public struct Response: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers, by name in lower case.
    public let headers: [String: String]
    /// The whole body.
    public let body: Data
    /// The arrival time of the last byte.
    public let receivedAt: Date
    /// The base URL that a recorded answer came from, if that is known.
    public let source: String?
    /// The file that holds a recorded answer.
    public let file: String?
    /// Warnings for people, for an answer of this response.
    public let warnings: [Warning]

    /// A response of these parts.
    public init(
      status: Int = 200, headers: [String: String] = [:], body: Data, receivedAt: Date = .now,
      source: String? = nil, file: String? = nil, warnings: [Warning] = []
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.receivedAt = receivedAt
      self.source = source
      self.file = file
      self.warnings = warnings
    }
  }

  /// Sends one request. An answer of any status is a success; a failure is that there is none.
  public let send: @Sendable (URLRequest) async -> Result<Response, MarketError>

  /// A transport that sends like this.
  public init(_ send: @escaping @Sendable (URLRequest) async -> Result<Response, MarketError>) {
    self.send = send
  }

  /// Is told the result of a request, and how many seconds it took. Called on any thread.
  public typealias Observer =
    @Sendable (URLRequest, Result<Response, MarketError>, _ seconds: Double) -> Void

  /// The same transport, with an observer of every request.
  func observed(by observe: @escaping Observer) -> Transport {
    Transport { request in
      let start = ContinuousClock.now
      let result = await send(request)
      observe(request, result, (ContinuousClock.now - start) / .seconds(1))
      return result
    }
  }
}

extension Transport.Response {
  /// The same response; a source that is not known yet is this one.
  func from(_ source: String) -> Self {
    Self(
      status: status, headers: headers, body: body, receivedAt: receivedAt,
      source: self.source ?? source, file: file, warnings: warnings)
  }

  /// The same response with one more warning.
  func warning(_ warning: Warning) -> Self {
    Self(
      status: status, headers: headers, body: body, receivedAt: receivedAt, source: source,
      file: file, warnings: warnings + [warning])
  }
}
