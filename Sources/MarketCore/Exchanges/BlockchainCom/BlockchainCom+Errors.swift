extension BlockchainCom {
  /// Every status other than 2xx is an error: 500 `Internal server error` for a symbol that is not
  /// listed, 404 `Page not found` for a path, as plain text, which says no more than the status. From
  /// 2020 to 2022 it was `{"timestamp":…,"status":500,"error":"Internal Server Error","message":""}`.
  package func error(in response: Transport.Response) -> MarketError? { response.statusError }
}
