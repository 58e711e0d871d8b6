extension Upbit {
  /// `{"error":{"name":404,"message":"Code not found"}}` with 404 means an unknown pair; for an unknown path,
  /// `name` is a text (probes). Too many requests are 429, or after repetitions 418 with a block whose time is in
  /// the body, in a form that is unconfirmed. `Retry-After` is not sent (probes): without it, the delay is
  /// 1 second, the window of the limit, or after 418 one minute.
  package func error(in response: Transport.Response) -> MarketError? {
    guard let statusError = response.statusError else { return nil }
    let shortest: [Int: Double] = [418: 60, 429: 1]
    if let delay = shortest[response.status] {
      return .rateLimited(retryAfter: response.retryAfter ?? delay)
    }
    let error = try? response.parsed { (root: JSONObject) in
      let error = try root.object("error")
      return (name: try? error.value("name") as Int, message: try error.requiredText("message"))
    }
    guard let (name, message) = error, !message.isEmpty, statusError.retryAfter == nil else {
      return statusError
    }
    if response.status == 404, name == 404 { return .unknownSymbol("", near: []) }
    return .exchangeError(quoting: message, isTransient: response.status >= 500)
  }
}
