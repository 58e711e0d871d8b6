extension OKX {
  /// `{"code":"51001","msg":"Instrument ID doesn't exist.","data":[]}`; the status can be 200. The codes
  /// are documented; `"0"` means no error. `Retry-After` is not documented: without it, such an error
  /// about too many requests has a delay of 2 seconds, the window of the limits.
  package func error(in response: Transport.Response) -> MarketError? {
    response.error(code: "code", message: "msg", success: "0", delay: 2) { code, _ in
      switch code {
      case "50011": .rateLimited(delay: nil)
      case "51001": .unknownPair
      // Unavailable, timed out, busy, system error.
      case "50001", "50004", "50013", "50026": .transient
      default: .other
      }
    }
  }
}
