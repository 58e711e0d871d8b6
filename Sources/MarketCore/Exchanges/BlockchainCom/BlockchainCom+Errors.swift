extension BlockchainCom {
  /// Errors have a status other than 2xx. The body is a text that adds nothing: `Internal server error` for
  /// an unlisted symbol (500), `Page not found` for an unknown path (404). From 2020 to 2022 it was
  /// `{"timestamp":…,"status":500,"error":"Internal Server Error","message":""}`.
  package func error(in response: Transport.Response) -> MarketError? { response.statusError }
}
