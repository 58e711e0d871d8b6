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
    // A body without an error has no code.
    return response.error(code: "code", message: "message", in: "error", success: "", delay: 60) {
      code, message in
      switch code {
      case "0801", "0802": .rateLimited(delay: nil)
      case "20", "0301": .unknownPair
      case "0304" where message.contains("field book"): .unknownPair
      default: .other
      }
    }
  }
}
