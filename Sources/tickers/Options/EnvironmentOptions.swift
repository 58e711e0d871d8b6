import Arguments

extension Invocation {
  /// The same invocation with the options of the environment.
  func adding(environment: [String: String]) -> Invocation {
    func text(_ name: String) -> String { environment[name] ?? "" }
    var invocation = self
    if !text("TICKERS_EXCHANGE").isEmpty {
      invocation = invocation.adding(
        text("TICKERS_EXCHANGE"), of: "exchange", from: "TICKERS_EXCHANGE")
    }
    for url in text("TICKERS_URL").split(separator: " ") {
      invocation = invocation.adding(String(url), of: "url", from: "TICKERS_URL")
    }
    // The choice that honours them.
    let choices = [("CLICOLOR_FORCE", ["", "0"]), ("NO_COLOR", [""])]
    for (name, unset) in choices where !unset.contains(text(name)) {
      invocation = invocation.adding(
        MessageOptions.ColorChoice.auto.rawValue, of: "color", from: name)
    }
    return invocation
  }
}
