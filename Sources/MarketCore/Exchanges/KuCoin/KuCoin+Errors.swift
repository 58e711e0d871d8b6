import Foundation

extension KuCoin {
  /// `{"msg":"Trading pair NOTACOIN-USDT does not exist.","code":"900001"}`, mostly with status 200; the code
  /// `200000` means no error. 400100 is an invalid parameter: that it is sent for an unknown pair is
  /// unconfirmed. After too many requests, a header has the delay in milliseconds. Without it, the whole
  /// system is busy.
  package func error(in response: Transport.Response) -> MarketError? {
    if response.status == 200, response.body.starts(with: #"{"code":"200000""#.utf8) { return nil }
    let statusError = response.statusError
    let error = try? response.parsed { (root: JSONObject) in
      (code: try root.requiredText("code"), message: try root.text("msg") ?? "")
    }
    if error?.code == "200000", response.status == 200 { return nil }
    switch (error?.code, response.status) {
    case ("429000", _), (_, 429):
      let delay = response.headers["gw-ratelimit-reset"].flatMap(Double.init)
      return .rateLimited(retryAfter: response.retryAfter ?? delay.map { max($0, 0) / 1000 })
    case ("900001", _): return .unknownSymbol("", near: [])
    case ("400100", _) where error?.message.contains(/symbol|pair/.ignoresCase()) == true:
      return .unknownSymbol("", near: [])
    default: break
    }
    guard let (code, message) = error else { return statusError }
    return .exchangeError(
      quoting: message.isEmpty ? "code \(code)" : message,
      isTransient: response.status >= 500 || ["500000", "503"].contains(code))
  }
}
