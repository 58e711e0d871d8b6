import Foundation

extension CryptoCom {
  /// `{"code":40004,"message":"Invalid instrument_name"}` with 400 (probes); most codes are documented, also
  /// errors with status 200. `0` means no error. 40004 is the code of any invalid parameter. `Retry-After` is
  /// not sent (probes): without it, the delay is 1 second, the window of the limit.
  package func error(in response: Transport.Response) -> MarketError? {
    // The beginning of most responses. Parsing hundreds of kilobytes to see this takes long.
    if response.status == 200, response.body.prefix(100).firstRange(of: Self.success) != nil {
      return nil
    }
    let statusError = response.statusError
    guard let (code, message) = try? response.parsed(Self.error), code != 0 else {
      return statusError
    }
    switch (code, response.status) {
    case (42901, _), (_, 429): return .rateLimited(retryAfter: response.retryAfter ?? 1)
    case (209, _): return .unknownSymbol("", near: [])
    case (40004, _) where message.contains("instrument_name"):
      return .unknownSymbol("", near: [])
    default:
      let isTransient = response.status >= 500 || Self.transientCodes.contains(code)
      return .exchangeError(quoting: message, isTransient: isTransient)
    }
  }

  private static let success = Data(#""code":0,"#.utf8)

  private static func error(_ root: JSONObject) throws -> (code: Int, message: String) {
    guard let code: Int = try root.wholeNumber("code") else { throw root.missing("code") }
    let message = try root.text("message") ?? ""
    return (code, message.isEmpty ? "code \(code)" : message)
  }

  /// Timeout, internal error, and maintenance (only in ccxt).
  private static let transientCodes: Set = [40801, 50001, 9_010_001]
}
