extension Coinbase {
  /// `{"message":"NotFound"}`: with 404 a product that it does not have, with 400 or 404 `Not allowed
  /// for delisted products` one that it had. The delay that 429 asks for is unconfirmed: `Retry-After`
  /// is read if it is there.
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
