extension Coinbase {
  /// `{"message":"NotFound"}` with 404 means an unknown product, `Not allowed for delisted products` with
  /// 400 or 404 a former one. Whether 429 has a `Retry-After` is unconfirmed.
  package func error(in response: Transport.Response) -> MarketError? {
    guard case .httpStatus(let status, nil) = response.statusError, status != 401,
      let message = try? response.parsed({ (root: JSONObject) in try root.requiredText("message") }
      ),
      !message.isEmpty
    else { return response.statusError }
    switch (status, message) {
    case (404, "NotFound"), (_, "Not allowed for delisted products"):
      return .unknownSymbol("", near: [])
    default: return .exchangeError(quoting: message, isTransient: status >= 500)
    }
  }
}
