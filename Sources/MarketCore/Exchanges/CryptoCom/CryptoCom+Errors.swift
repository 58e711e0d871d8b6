extension CryptoCom {
  /// `{"code":40004,"message":"Invalid instrument_name"}` with 400 (probes); most codes are documented, also
  /// errors with status 200. `0` means no error. 40004 is the code of any invalid parameter. `Retry-After` is
  /// not sent (probes): without it, the delay is 1 second, the window of the limit.
  package func error(in response: Transport.Response) -> MarketError? {
    response.error(code: "code", message: "message", success: "0", delay: 1) { code, message in
      switch code {
      case "42901": .rateLimited(delay: nil)
      case "209": .unknownPair
      case "40004" where message.contains("instrument_name"): .unknownPair
      // Timeout, internal error, and maintenance (only in ccxt).
      case "40801", "50001", "9010001": .transient
      default: .other
      }
    }
  }
}
