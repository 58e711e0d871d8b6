extension Bitstamp {
  /// An error is one of these objects. It has a status other than 2xx, but whether the rate limit error
  /// (`400.002`) does is unconfirmed (www.bitstamp.net/api):
  /// `{"response_code":"400.002","response_explanation":"Request rate limit exceeded."}`,
  /// `{"code":"validation-error","errors":[{"field":"step","message":"Missing…","code":"invalid"}]}` or
  /// `{"status":"error","reason":"…"}`.
  package func error(in response: Transport.Response) -> MarketError? {
    let statusError = response.statusError
    // An error is short. A long body, such as a list or a book, is not parsed twice.
    guard statusError != nil || response.body.count < 500,
      let (code, message) = try? response.parsed(Self.error)
    else { return statusError }
    if code == "400.002" { return .rateLimited(retryAfter: response.retryAfter) }
    guard let message, ![404, 429].contains(response.status) else { return statusError }
    let isTransient = (500...599).contains(response.status) || code?.first == "5"
    return .exchangeError(quoting: message, isTransient: isTransient)
  }

  private static func error(_ root: JSONObject) throws -> (code: String?, message: String?) {
    func text(_ key: JSONKey) -> String? { try? root.text(key) }
    let errors: [JSONObject]? = try? root.optionalValue("errors")
    let messages = try? errors?.map { try $0.text("message") }
    let code = text("response_code")
    return (
      code,
      text("response_explanation") ?? text("reason") ?? messages?.first.flatMap(\.self) ?? code
    )
  }
}
