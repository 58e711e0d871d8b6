extension KuCoin {
  /// `{"msg":"Trading pair NOTACOIN-USDT does not exist.","code":"900001"}`, mostly with status 200; the code
  /// `200000` means no error. 400100 is an invalid parameter: that it is sent for an unknown pair is
  /// unconfirmed. After too many requests, a header has the delay in milliseconds. Without it, the whole
  /// system is busy.
  package func error(in response: Transport.Response) -> MarketError? {
    let delay = response.number(ofHeader: "gw-ratelimit-reset").map { max($0, 0) / 1000 }
    return response.error(code: "code", message: "msg", success: "200000", delay: delay) {
      code, message in
      switch code {
      case "429000": .rateLimited(delay: nil)
      case "900001": .unknownPair
      case "400100" where message.contains(/symbol|pair/.ignoresCase()): .unknownPair
      case "500000", "503": .transient
      default: .other
      }
    }
  }
}
