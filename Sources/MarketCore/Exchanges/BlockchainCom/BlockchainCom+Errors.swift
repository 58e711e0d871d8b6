extension BlockchainCom {
  /// Every status other than 2xx is an error: 500 `Internal server error` for an unlisted symbol, 404
  /// `Page not found` for an unknown path. The body is plain text and adds nothing to the status. From 2020
  /// to 2022 it was `{"timestamp":…,"status":500,"error":"Internal Server Error","message":""}`.
  package func error(in response: Transport.Response) -> MarketError? { response.statusError }
}
