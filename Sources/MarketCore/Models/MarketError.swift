public import Foundation

/// The reason for a missing answer, with a case per reaction of a caller.
public enum MarketError: Error, Hashable, Sendable {
  /// No connection, or one that broke; transient. The reason in plain words.
  case unreachable(String)
  /// The server cannot be trusted, or the address cannot be used. The reason in plain words.
  case untrusted(String)
  /// No whole answer within this many seconds; transient.
  case timedOut(seconds: Double)
  /// Rate limited, for this many seconds if the exchange sent them; transient.
  case rateLimited(retryAfter: Double?)
  /// An answer with another status than 2xx; transient when it is a 5xx.
  case httpStatus(Int, retryAfter: Double?)
  /// An error of the exchange, in a sentence with its own message.
  case exchangeError(message: String, isTransient: Bool)
  /// The exchange lists this pair, but returns this status instead of its data; transient.
  case dataUnavailable(Pair, status: Int)
  /// The exchange does not list the pair of this symbol. The symbols of near pairs.
  case unknownSymbol(String, near: [String])
  /// The exchange lists no pair of the coin with this code. The codes of near coins.
  case unknownCoin(String, near: [String])
  /// The exchange lists this pair, but its name cannot be part of a request.
  case notRequestable(Pair)
  /// The source has no answer to this request, and never will, such as a recording that lacks it: in a
  /// sentence.
  case missing(String)
  /// The source has no answer since the last poll; the next poll tries again.
  case notAnswered
  /// The source has no more answers, such as a recording at its end: in a sentence.
  case ended(String)
  /// An answer that is not what the exchange promises: what is wrong with it, and where.
  case malformed(String)
  /// An answer of more than this many bytes.
  case tooLarge(limit: Int)
  /// The answer arrived, but could not be kept on disk: in a sentence.
  case notKept(String)
  /// The caller cancelled the request.
  case cancelled
}

extension MarketError: LocalizedError, CustomStringConvertible {
  /// The ``description``, which `localizedDescription` returns, too. It is English in every language.
  public var errorDescription: String? { description }

  /// One plain sentence for people, without a period.
  public var description: String {
    switch self {
    case .unreachable(let reason), .untrusted(let reason), .exchangeError(let reason, _),
      .missing(let reason), .ended(let reason), .notKept(let reason):
      reason
    case .timedOut(let seconds): "timed out after \(NumberFormat.duration(seconds: seconds))"
    case .rateLimited: "rate limited\(retry)"
    case .httpStatus(let status, _):
      "HTTP \(status)\(Self.meanings[status].map { " \($0)" } ?? "")\(retry)"
    case .dataUnavailable(let pair, let status): "no data for \(pair) (HTTP \(status))"
    case .unknownSymbol, .unknownCoin: sentence(on: [])
    case .notRequestable(let pair): "\(pair) cannot be requested: unsupported characters"
    case .malformed(let reason): "invalid response: \(reason)"
    case .tooLarge(let limit):
      "response larger than \(limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes")"
    case .notAnswered: "no data yet"
    case .cancelled: "cancelled"
    }
  }

  /// An answer without any row where there must be some.
  package static let emptyResponse = MarketError.exchangeError(
    message: "no data: empty response", isTransient: true)

  /// The error "unknown pair" of the exchange in response to a request that names no pair.
  static let unusableError = MarketError.exchangeError(
    message: "no data: error 'unknown pair' for a request of all pairs", isTransient: true)

  /// An answer without the data of a pair, or coin, that the exchange lists, or has sent before.
  static func noData(for symbol: String) -> MarketError {
    .exchangeError(message: "no data for \(symbol)", isTransient: true)
  }

  /// The code or symbol that an exchange does not list, and near ones; `nil` for other errors.
  package var unlisted: (symbol: String, near: [String])? {
    switch self {
    case .unknownSymbol(let symbol, let near), .unknownCoin(let symbol, let near): (symbol, near)
    default: nil
    }
  }

  /// The failure of a pair, or a coin, that several exchanges do not list, with the first of the near
  /// names in their failures.
  package static func merged(_ failures: [MarketError], about pair: Pair) -> MarketError {
    let near = failures.flatMap { $0.unlisted?.near ?? [] }.reduce(into: [String]()) {
      names, name in
      if names.count < 3, !names.contains(name) { names.append(name) }
    }
    if case .unknownCoin = failures.first { return .unknownCoin(pair.symbol, near: near) }
    return .unknownSymbol(pair.symbol, near: near)
  }

  /// The sentence, with the titles of the exchanges that do not list a pair or coin.
  package func sentence(on titles: [String]) -> String {
    guard let (symbol, near) = unlisted else { return description }
    let noun = if case .unknownCoin = self { "coin" } else { Ticker.noun.one }
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
  /// Whether another try may succeed: no connection, timed out, 5xx, 429, unavailable data.
  public var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut, .rateLimited, .dataUnavailable: true
    case .httpStatus(let status, _): (500...599).contains(status)
    case .exchangeError(_, let isTransient): isTransient
    default: false
    }
  }

  /// The delay in seconds before the next try that the exchange sent, at most a day.
  public var retryAfter: Double? { sentDelay.map { min($0, 86_400) } }

  /// The delay in seconds as the exchange sent it.
  private var sentDelay: Double? {
    switch self {
    case .rateLimited(let delay), .httpStatus(_, let delay): delay
    default: nil
    }
  }

  /// The same error without ``retryAfter``, for a sentence that has the time of the next try; with it, if
  /// the next try comes before its end.
  package var withoutDelay: MarketError {
    if sentDelay != retryAfter { return self }
    return switch self {
    case .rateLimited: .rateLimited(retryAfter: nil)
    case .httpStatus(let status, _): .httpStatus(status, retryAfter: nil)
    default: self
    }
  }

  /// The same error with the title of its exchange, which was not chosen by the user.
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

  /// Whether it is ``ended(_:)``.
  package var isEnd: Bool { if case .ended = self { true } else { false } }

  /// Whether each further poll would fail alike, so that polling ends: what is requested does not
  /// exist, what arrives cannot be kept, or the caller cancelled.
  public var isPermanent: Bool {
    switch self {
    case .unknownSymbol, .unknownCoin, .notRequestable, .missing, .ended, .notKept, .cancelled: true
    default: false
    }
  }
}
