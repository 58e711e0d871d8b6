import Foundation

/// What an exchange means by the code of an error.
enum ErrorMeaning: Hashable {
  /// Too many requests. The delay is in seconds; `nil` for the default one.
  case rateLimited(delay: Double?)
  case unknownPair
  /// Another attempt may succeed, whatever the status is.
  case transient
  /// Another attempt fails, too, whatever the status is.
  case permanent
  /// Another attempt may succeed if the status is 500 or more.
  case other
}

extension Transport.Response {
  /// The error that the status or the body reports, as in `{"code":"40034","msg":"…"}`; `nil` without an error.
  ///
  /// - Parameters:
  ///   - code: the member with the code, a text or a number.
  ///   - message: the member with the message, which may be missing.
  ///   - member: the object that has both; `nil` for the whole body.
  ///   - success: the code that means no error, for exchanges that send errors with status 200, too; `nil` for
  ///     the others.
  ///   - delay: the delay after too many requests, in seconds, if none is sent; `nil` if it is unknown.
  ///   - meaning: what a code, with its message, means.
  func error(
    code: JSONKey, message: JSONKey, in member: JSONKey? = nil, success: String? = nil,
    delay: Double? = nil, _ meaning: (_ code: String, _ message: String) -> ErrorMeaning
  ) -> MarketError? {
    var failure = statusError
    if failure == nil, success.map({ begins(with: $0, in: code) }) ?? true { return nil }
    if case .rateLimited = failure { failure = .rateLimited(retryAfter: retryAfter ?? delay) }
    let error = try? parsed { (root: JSONObject) in
      let object = try member.map(root.object) ?? root
      return (code: try object.code(code), message: try object.text(message) ?? "")
    }
    guard let (code, message) = error, code != success else { return failure }
    let found = meaning(code, message)
    switch (found, failure) {
    case (.rateLimited(let sent), _): return .rateLimited(retryAfter: retryAfter ?? sent ?? delay)
    case (_, .rateLimited): return failure
    case (.unknownPair, _): return .unknownSymbol("", near: [])
    default:
      return .exchangeError(
        quoting: message.isEmpty ? "code \(code)" : message,
        isTransient: found == .transient || found == .other && status >= 500)
    }
  }

  /// Whether the beginning of the body has this code. Most bodies do. Parsing hundreds of kilobytes to see this
  /// takes long.
  private func begins(with code: String, in key: JSONKey) -> Bool {
    let start = body.prefix(100)
    return ["\"\(code)\"", "\(code),", "\(code)}"].contains { value in
      start.firstRange(of: "\"\(key.stringValue)\":\(value)".utf8) != nil
    }
  }

  /// The number in a header; `nil` if there is none.
  func number(ofHeader name: String) -> Double? {
    headers[name].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension MarketError {
  /// The error with the delay that a response requires by `Retry-After`. The delay of a transient error with
  /// a message is more important than the message.
  func withDelay(of response: Transport.Response) -> MarketError {
    guard isTransient, retryAfter == nil, let delay = response.retryAfter else { return self }
    if case .rateLimited = self { return .rateLimited(retryAfter: delay) }
    return response.statusError ?? self
  }
}

extension JSONObject {
  /// Returns a code, which can be a text or an integer.
  fileprivate func code(_ key: JSONKey) throws -> String {
    if let text = try? requiredText(key) { return text }
    return String(try value(key) as Int)
  }
}
