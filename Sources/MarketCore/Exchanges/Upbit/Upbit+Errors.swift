extension Upbit {
  /// `{"error":{"name":404,"message":"Code not found"}}` with 404 means an unknown pair; for an unknown path,
  /// `name` is a text (probes). Too many requests are 429, or after repetitions 418 with a block whose time is in
  /// the body, in a form that is unconfirmed. `Retry-After` is not sent (probes): without it, the delay is
  /// 1 second, the window of the limit, or after 418 one minute.
  package func error(in response: Transport.Response) -> MarketError? {
    let delay: Double = response.status == 418 ? 60 : 1
    return response.error(code: "name", message: "message", in: "error", delay: delay) { name, _ in
      name == "404" ? .unknownPair : .other
    }
  }
}
