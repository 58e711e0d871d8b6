extension OKX {
  /// `{"code":"51001","msg":"Instrument ID doesn't exist.","data":[]}`; the status can be 200. The codes
  /// are documented; `"0"` means no error. `Retry-After` is not documented: without it, such an error
  /// about too many requests has a delay of 2 seconds, the window of the limits.
  package func error(in response: Transport.Response) -> MarketError? {
    if response.status == 200, response.body.starts(with: #"{"code":"0""#.utf8) { return nil }
    let statusError = response.statusError
    guard let (code, message) = try? response.parsed(Self.error), code != "0" else {
      return statusError
    }
    switch (code, response.status) {
    case ("50011", _), (_, 429): return .rateLimited(retryAfter: response.retryAfter ?? 2)
    case ("51001", _): return .unknownSymbol("", near: [])
    default:
      let isTransient = response.status >= 500 || Self.transientCodes.contains(code)
      return .exchangeError(quoting: message, isTransient: isTransient)
    }
  }

  private static func error(_ root: JSONObject) throws -> (code: String, message: String) {
    let (code, message) = (try root.requiredText("code"), try root.text("msg") ?? "")
    return (code, message.isEmpty ? "code \(code)" : message)
  }

  /// Unavailable, timed out, busy, system error.
  private static let transientCodes: Set = ["50001", "50004", "50013", "50026"]
}
