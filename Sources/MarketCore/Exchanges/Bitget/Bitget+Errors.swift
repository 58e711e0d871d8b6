extension Bitget {
  /// `{"code":"40034","msg":"Parameter XYZUSDT does not exist",…,"data":null}`, with status 400, sometimes 200;
  /// `"00000"` means no error. The code 40309 is about a removed symbol. `Retry-After` is not documented:
  /// without it, an error about too many requests has a delay of 1 s, the window of the limit.
  package func error(in response: Transport.Response) -> MarketError? {
    response.error(code: "code", message: "msg", success: "00000", delay: 1) { code, _ in
      switch code {
      case "429", "30026": .rateLimited(delay: nil)
      case "40034", "40309": .unknownPair
      // Busy or failed; maintenance.
      case "40015", "40725", "45001", "40200": .transient
      default: .other
      }
    }
  }
}
