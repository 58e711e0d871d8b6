extension Gate {
  /// FILL IN: `{"code":"1","message":"…"}` under which statuses; the codes for a rate limit, an unknown
  /// pair and an error that passes.
  package func error(in response: Transport.Response) -> MarketError? {
    guard let statusError = response.statusError else { return nil }
    let message = try? response.parsed { (root: JSONObject) in try root.requiredText("message") }
    guard let message, statusError.retryAfter == nil else { return statusError }
    return .exchangeError(quoting: message, isTransient: response.status >= 500)
  }
}
