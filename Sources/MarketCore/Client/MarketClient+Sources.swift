public import Foundation

extension MarketClient {
  /// A client of the exchange, or of whatever answers like it at `url`.
  ///
  /// - Parameters:
  ///   - url: the base URL, `http` or `https`.
  ///   - userAgent: the program and its version, as in `tickers/1.0`.
  ///   - timeout: the deadline for each request and its whole answer, above 0.
  public static func live(
    _ url: URL, userAgent: String, timeout: Duration = .seconds(10)
  ) -> MarketClient {
    MarketClient(.urlSession(userAgent: userAgent), base: url, timeout: timeout)
  }

  /// A client of recorded answers.
  ///
  /// The first request of a path gets its first answer, and so on; after the last it begins again.
  /// What the directory does not hold is ``MarketError/noRecording(_:)``.
  ///
  /// - Parameter directory: laid out as the API is: `RESOURCE[/SYMBOL]/N.json` is an answer's body,
  ///   `N.meta` beside it has its status, type and time, and may be missing.
  public static func replay(_ directory: URL) -> MarketClient {
    MarketClient(.replay(directory), base: directory, source: directory.relativePath)
  }

  /// A client that always fails, for previews and tests.
  public static func failing(_ error: MarketError) -> MarketClient {
    stub { _ in .failure(error) }
  }

  /// A client that is answered by a closure, for previews and tests.
  ///
  /// - Parameter answer: gets the path after the base URL, as in `l2/BTC-USD`.
  public static func stub(
    _ answer: @escaping @Sendable (String) -> Result<Transport.Response, MarketError>
  ) -> MarketClient {
    let base = URL(filePath: "/")
    return MarketClient(Transport(below: base, answer: answer), base: base, source: "stub")
  }
}
