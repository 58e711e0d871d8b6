extension Bitso {
  /// `{"success":false,"error":{"code":"0301","message":"Unknown order book nope_usd"}}` with status 400;
  /// from `/ticker/` `{"error":{"code":20,"message":"Unknown OrderBook nope_usd"}}` (September 2026). That
  /// such a body can have status 200 is unconfirmed. 0304 is an invalid field: of `/ohlc`, the book or the
  /// period. For too many requests, the status is 420, the code is 0801 or 0802, and the delay is a minute.
  /// The body of an unknown path is empty. Errors that pass have a status of 500 or more (0101 is an unknown
  /// error).
  package func error(in response: Transport.Response) -> MarketError? {
    let starts = [#"{"success":false"#, #"{"error""#]
    if response.status == 200, !starts.contains(where: { response.body.starts(with: $0.utf8) }) {
      return nil
    }
    let (code, message) = (try? response.parsed(Self.error)) ?? (nil, nil)
    switch (code, response.status) {
    case (801, _), (802, _), (_, 420), (_, 429):
      return .rateLimited(retryAfter: response.retryAfter ?? 60)
    case (20, _), (301, _): return .unknownSymbol("", near: [])
    case (304, _) where message?.contains("field book") == true:
      return .unknownSymbol("", near: [])
    default:
      guard let message else { return response.statusError }
      return .exchangeError(quoting: message, isTransient: response.status >= 500)
    }
  }

  /// The code, a number or a text with zeros at its start, and the message.
  private static func error(_ root: JSONObject) throws -> (code: Int?, message: String?) {
    let error = try root.object("error")
    return (try error.wholeNumber("code"), try error.requiredText("message"))
  }
}
