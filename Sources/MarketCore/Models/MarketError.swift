public import Foundation

/// The reason why there is no answer, or why a part of an answer is missing. After a transient error,
/// another attempt may succeed.
public enum MarketError: Error, Hashable, Sendable {
  /// No connection, no response, or an incomplete response; transient. The text is the reason.
  case unreachable(String)
  /// No secure connection, or a redirect, a proxy or the URL prevents a response. The text is the reason.
  case untrusted(String)
  /// The response, or the whole answer, takes longer than this number of seconds; transient.
  case timedOut(seconds: Double)
  /// Too many requests; transient. The next request is allowed after `retryAfter` seconds, if this is
  /// known.
  case rateLimited(retryAfter: Double?)
  /// A response with a status other than 2xx, and no more precise error; transient if the status is 5xx.
  case httpStatus(Int, retryAfter: Double?)
  /// Another error about an exchange, such as a message that it sent. `message` is a sentence.
  case exchangeError(message: String, isTransient: Bool)
  /// The exchange lists this pair, but returns this status instead of the pair's data; transient.
  case dataUnavailable(Pair, status: Int)
  /// No pair with this symbol is listed. `near` has symbols that may be meant.
  case unknownSymbol(String, near: [String])
  /// No pair has the coin with this code as its base. `near` has codes or symbols that may be meant.
  case unknownCoin(String, near: [String])
  /// No pair has the currency with this code as its base or quote. `near` has codes or symbols that may be
  /// meant.
  case unknownCurrency(String, near: [String])
  /// The name of this pair cannot be part of a request.
  case notRequestable(Pair)
  /// The request is not possible, for example because of its size. The text is a sentence.
  case unsupported(String)
  /// There will never be an answer, for example because a recording lacks it. The text is a sentence.
  case missing(String)
  /// A recording has no new answer for this poll. The next poll tries again.
  case notAnswered
  /// There are no more answers, for example at the end of a recording. The text is a sentence.
  case ended(String)
  /// The response, or its recording, is invalid. The text is the reason, with the place if it is known.
  case malformed(String)
  /// The body of the response has more than this number of bytes.
  case tooLarge(limit: Int)
  /// The response arrived, but could not be recorded on disk. The text is a sentence.
  case notKept(String)
  /// The caller cancelled the request.
  case cancelled
}

extension MarketError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  /// One sentence for people, in English, without a period at its end.
  public var description: String {
    switch self {
    case .unreachable(let reason), .untrusted(let reason), .exchangeError(let reason, _),
      .unsupported(let reason), .missing(let reason), .ended(let reason), .notKept(let reason):
      reason
    case .timedOut(let seconds): "timed out after \(NumberFormat.duration(seconds: seconds))"
    case .rateLimited: "rate limited\(retry)"
    case .httpStatus(let status, _):
      "HTTP \(status)\(Self.meanings[status].map { " \($0)" } ?? "")\(retry)"
    case .dataUnavailable(let pair, let status): "no data for \(pair) (HTTP \(status))"
    case .unknownSymbol, .unknownCoin, .unknownCurrency: sentence(on: [])
    case .notRequestable(let pair): "\(pair) cannot be requested: unsupported characters"
    case .malformed(let reason): "invalid response: \(reason)"
    case .tooLarge(let limit):
      "response larger than \(limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes")"
    case .notAnswered: "no data yet"
    case .cancelled: "cancelled"
    }
  }

  /// The error about a response without any data, if some are expected.
  package static let emptyResponse = MarketError.exchangeError(
    message: "no data: empty response", isTransient: true)

  /// The exchange sent the error "unknown pair", but not about a requested pair.
  static let unknownPairForAllPairs = MarketError.exchangeError(
    message: "no data: error 'unknown pair' for a request of all pairs", isTransient: true)

  /// Returns the error if a response lacks a pair or coin that the exchange lists, or that an earlier answer
  /// had.
  static func noData(for symbol: String) -> MarketError {
    .exchangeError(message: "no data for \(symbol)", isTransient: true)
  }

  /// The code or symbol that is not listed, and codes or symbols that may be meant; `nil` for other errors.
  package var unlisted: (symbol: String, near: [String])? {
    switch self {
    case .unknownSymbol(let symbol, let near), .unknownCoin(let symbol, let near),
      .unknownCurrency(let symbol, let near):
      (symbol, near)
    default: nil
    }
  }

  /// Returns the error about a pair or coin that no tried exchange lists, with the first three different
  /// names in `failures` that may be meant.
  package static func merged(_ failures: [MarketError], about pair: Pair) -> MarketError {
    let near = failures.flatMap { $0.unlisted?.near ?? [] }.reduce(into: [String]()) {
      names, name in
      if names.count < 3, !names.contains(name) { names.append(name) }
    }
    return switch failures.first {
    case .unknownCoin: .unknownCoin(pair.symbol, near: near)
    case .unknownCurrency: .unknownCurrency(pair.symbol, near: near)
    default: .unknownSymbol(pair.symbol, near: near)
    }
  }

  /// Returns the description. For an unlisted pair or coin, it names the exchanges with these titles.
  package func sentence(on titles: [String]) -> String {
    guard let (symbol, near) = unlisted else { return description }
    let noun =
      switch self {
      case .unknownCoin: "coin"
      case .unknownCurrency: "currency"
      default: Ticker.noun.one
      }
    let place = titles.isEmpty ? "" : " on \(titles.joined(separator: ", "))"
    let hint =
      CoinRename.hint(on: symbol)
      ?? (near.isEmpty ? nil : "did you mean \(near.joined(separator: ", "))?")
    return "unknown \(noun) \(symbol)\(place)" + (hint.map { "; \($0)" } ?? "")
  }

  private var retry: String {
    guard let delay = sentDelay, delay > 0 else { return "" }
    return "; retry in \(NumberFormat.duration(seconds: delay))"
  }

  private static let meanings = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    407: "Proxy Authentication Required", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}

extension MarketError {
  /// Whether another attempt may soon succeed; `false` for ``notAnswered``, which waits for the next poll.
  public var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut, .rateLimited, .dataUnavailable: true
    case .httpStatus(let status, _): (500...599).contains(status)
    case .exchangeError(_, let isTransient): isTransient
    default: false
    }
  }

  /// The delay in seconds before the next attempt, at most a day; `nil` if the error requires none.
  public var retryAfter: Double? { sentDelay.map { $0.isNaN ? 0 : min($0, 86_400) } }

  /// The pause after the error: `pause`, or longer if the error requires it.
  package func pause(atLeast pause: Duration) -> Duration { max(pause, .seconds(retryAfter ?? 0)) }

  private var sentDelay: Double? {
    switch self {
    case .rateLimited(let delay), .httpStatus(_, let delay): delay
    default: nil
    }
  }

  /// The same error without the delay, for a sentence that has the time of the next attempt. A delay of
  /// more than a day is kept, because the next attempt is earlier than the exchange requires.
  package var withoutDelay: MarketError {
    if sentDelay != retryAfter { return self }
    return switch self {
    case .rateLimited: .rateLimited(retryAfter: nil)
    case .httpStatus(let status, _): .httpStatus(status, retryAfter: nil)
    default: self
    }
  }

  /// Returns the error with the title of its exchange in the sentence, for callers that can try several
  /// exchanges. Some cases are unchanged.
  func attributed(to title: String) -> MarketError {
    switch self {
    case .unreachable(let reason): .unreachable("\(title): \(reason)")
    case .untrusted(let reason): .untrusted("\(title): \(reason)")
    case .malformed(let reason): .malformed("\(title): \(reason)")
    case .timedOut, .httpStatus, .exchangeError, .dataUnavailable, .notRequestable:
      .exchangeError(message: "\(title): \(self)", isTransient: isTransient)
    default: self
    }
  }

  package var isEnd: Bool { if case .ended = self { true } else { false } }

  /// Whether polling of the exchange ends, because every further poll would probably fail, too.
  public var isPermanent: Bool {
    switch self {
    case .unknownSymbol, .unknownCoin, .unknownCurrency, .notRequestable, .unsupported, .missing,
      .ended, .notKept, .cancelled:
      true
    default: false
    }
  }
}
