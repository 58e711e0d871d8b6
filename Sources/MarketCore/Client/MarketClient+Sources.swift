public import Foundation

extension MarketClient {
  /// A client of an exchange, or of a server that answers like it at another `http` or `https` URL. The
  /// user agent is the program and its version, as in `tickers/1.0`; the timeout, above 0, is the
  /// deadline for a whole answer.
  public static func live(
    _ exchange: any Exchange = Exchanges.standard, at url: URL? = nil, userAgent: String,
    timeout: Duration = .seconds(10)
  ) -> MarketClient {
    MarketClient(.urlSession(userAgent: userAgent), exchange: exchange, base: url, timeout: timeout)
  }

  /// A client of recorded answers.
  ///
  /// The first request of a path and query gets its first answer, and so on. What the directory does
  /// not hold is ``MarketError/recordingMissing(_:)``. If it `repeats`, it begins again after the last
  /// answer, with a warning; else there is ``MarketError/recordingEnded(_:count:)``.
  ///
  /// The directory holds a folder for each exchange, under its ``Exchange/id``, laid out as its API is:
  /// `EXCHANGE/PATH/N.json`, with a query `EXCHANGE/PATH/KEY=VALUE,…/N.json`, is an answer's body;
  /// `N.meta` beside it has its status, type and time, and may be missing.
  public static func replay(
    _ directory: URL, of exchange: any Exchange = Exchanges.standard, repeats: Bool = true
  ) -> MarketClient {
    let base = directory.absoluteURL.appending(path: exchange.id.rawValue)
    let cursor = ReplayCursor(repeats: repeats)
    var client = MarketClient(
      .replay(directory, of: exchange, below: base, at: cursor), exchange: exchange, base: base,
      source: directory.relativePath, keepsLimits: false)
    client.cursor = cursor
    return client
  }

  /// A client that always fails, for previews and tests.
  public static func failing(_ error: MarketError) -> MarketClient { stub { _ in .failure(error) } }

  /// A client that is answered by a closure, for previews and tests. The closure gets the path and the
  /// query after the base URL, as in `l2/BTC-USD`.
  public static func stub(
    _ exchange: any Exchange = Exchanges.standard,
    _ answer: @escaping @Sendable (String) -> Result<Transport.Response, MarketError>
  ) -> MarketClient {
    let base = URL(filePath: "/")
    return MarketClient(
      Transport { request in answer(request.target(below: base)) }, exchange: exchange, base: base,
      source: "stub", keepsLimits: false)
  }

  /// The same client, with an observer that gets the result and the seconds of every request, on any
  /// thread.
  package func observed(by observe: @escaping Transport.Observer) -> MarketClient {
    var client = self
    client.transport = Transport { [transport] request in
      let start = ContinuousClock.now
      let result = await transport.send(request)
      observe(request, result, (ContinuousClock.now - start) / .seconds(1))
      return result
    }
    return client
  }

  /// The same client, keeping each answer for ``replay(_:of:repeats:)`` in a directory that exists and
  /// is empty, but for recordings of other exchanges. An answer that cannot be kept there becomes
  /// ``MarketError/recordingFailed(_:)``.
  public func recording(to directory: URL) -> MarketClient {
    var client = self
    client.transport = transport.recording(to: directory, of: exchange, below: base)
    return client
  }

  /// Starts a recording in an empty directory: writes the time to the file `started`, which all its
  /// exchanges share. Throws `CocoaError.fileWriteFileExists` if one was started there before, be it
  /// at the same moment by another process.
  package static func startRecording(in directory: URL, at start: Date = .now) throws {
    try Data("\(start.rfc3339)\n".utf8).write(
      to: directory.appending(path: "started"), options: .withoutOverwriting)
  }

  /// The time at which a recording was started: that of its file `started`, else the oldest one of
  /// its answers; `nil` when it has none.
  package static func replayStart(_ directory: URL) -> Date? { Recordings.start(of: directory) }

  /// Begins a replay again with the first answers; does nothing to other clients.
  package func restart() { cursor?.restart() }
}
