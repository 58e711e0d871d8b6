extension Bitget {
  /// `{"code":"40034","msg":"Parameter XYZUSDT does not exist",…,"data":null}`, with status 400, sometimes 200;
  /// `"00000"` means no error. The code 40309 is about a removed symbol. `Retry-After` is not documented:
  /// without it, an error about too many requests has a delay of 1 s, the window of the limit.
  package func error(in response: Transport.Response) -> MarketError? {
    if response.status == 200, response.body.starts(with: #"{"code":"00000""#.utf8) { return nil }
    let statusError = response.statusError
    guard let (code, message) = try? response.parsed(Self.error), code != "00000" else {
      return statusError
    }
    switch (code, response.status) {
    case ("429", _), ("30026", _), (_, 429):
      return .rateLimited(retryAfter: response.retryAfter ?? 1)
    case ("40034", _), ("40309", _): return .unknownSymbol("", near: [])
    default:
      let isTransient = response.status >= 500 || Self.transientCodes.contains(code)
      return .exchangeError(quoting: message, isTransient: isTransient)
    }
  }

  private static func error(_ root: JSONObject) throws -> (code: String, message: String) {
    let (code, message) = (try root.requiredText("code"), try root.text("msg") ?? "")
    return (code, message.isEmpty ? "code \(code)" : message)
  }

  /// Busy or failed (40015, 40725, 45001), maintenance (40200).
  private static let transientCodes: Set = ["40015", "40200", "40725", "45001"]
}
