/// Why there is no answer: a case for each thing that a caller would do differently.
public enum MarketError: Error, Hashable, Sendable {
  /// No connection, or one that broke; may pass. The reason in plain words.
  case unreachable(String)
  /// The server can't be trusted, or the address can't be used; trying again is of no use.
  case refused(String)
  /// No whole answer within this many seconds; may pass.
  case timedOut(seconds: Double)
  /// Told to slow down (429), for this many seconds if the exchange said so; may pass.
  case rateLimited(retryAfter: Double?)
  /// An answer with another status than 2xx; may pass when it is a 5xx.
  case rejected(status: Int, retryAfter: Double?)
  /// The exchange lists this pair, but fails to give its data with this status; may pass.
  case withheld(Pair, status: Int)
  /// The exchange lists no such pair. The names of pairs that are spelled alike.
  case unknownSymbol(String, near: [String])
  /// The replayed directory holds no such answer: its path inside the directory.
  case noRecording(String)
  /// An answer that is not what the exchange promises: what is wrong with it, and where.
  case malformed(String)
  /// An answer of more than this many bytes.
  case tooLarge(limit: Int)
  /// The answer came, but could not be kept in the directory that is recorded to: the reason.
  case notRecorded(String)
  /// The caller gave up waiting.
  case cancelled
}

extension MarketError: CustomStringConvertible {
  /// One plain sentence for people, without a period.
  public var description: String {
    switch self {
    case .unreachable(let reason), .refused(let reason): reason
    case .timedOut(let seconds): "no answer within \(DurationFormat.text(seconds: seconds))"
    case .rateLimited(let delay):
      "the exchange asks to slow down (429)"
        + (delay.map { ", for \(DurationFormat.text(seconds: $0))" } ?? "")
    case .rejected(let status, let delay):
      "the exchange answered \(status)\(Self.meaning(of: status))"
        + (delay.flatMap { $0 > 0 ? $0 : nil }.map {
          ", and asks to wait \(DurationFormat.text(seconds: $0))"
        } ?? "")
    case .withheld(let pair, let status):
      "the exchange lists \(pair) but fails to give its data (\(status))"
    case .unknownSymbol(let symbol, let near):
      "no pair \(symbol) on the exchange"
        + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?")
    case .noRecording(let path): "there is no recording of \(path)"
    case .malformed(let reason): "the answer could not be understood: \(reason)"
    case .tooLarge(let limit):
      "the answer is larger than \(limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes")"
    case .notRecorded(let reason): "cannot write the recording: \(reason)"
    case .cancelled: "given up"
    }
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 400: " Bad Request"
    case 401: " Unauthorized"
    case 403: " Forbidden"
    case 404: " Not Found"
    case 407: " Proxy Authentication Required"
    case 451: " Unavailable For Legal Reasons"
    case 500: " Internal Server Error"
    case 502: " Bad Gateway"
    case 503: " Service Unavailable"
    case 504: " Gateway Timeout"
    default: ""
    }
  }
}

extension MarketError {
  /// Whether another try may succeed: no connection, time-out, 5xx, 429, a pair that is withheld.
  public var mayPass: Bool {
    switch self {
    case .unreachable, .timedOut, .rateLimited, .withheld: true
    case .rejected(let status, _): (500...599).contains(status)
    case .refused, .unknownSymbol, .noRecording, .malformed, .tooLarge, .notRecorded,
      .cancelled:
      false
    }
  }

  /// How many seconds the exchange asked to wait before the next try; `nil` when it did not.
  public var retryAfter: Double? {
    switch self {
    case .rateLimited(let delay), .rejected(_, let delay): delay
    default: nil
    }
  }

  /// Whether polling on is of no use: what is asked for does not exist, what came can't be kept, or
  /// the caller gave up.
  public var endsPolling: Bool {
    switch self {
    case .unknownSymbol, .noRecording, .notRecorded, .cancelled: true
    default: false
    }
  }

  /// The exit status of a program that ends with this error, of those in `sysexits.h`.
  public var exitStatus: Int32 {
    switch self {
    case .malformed, .tooLarge: 65
    case .unknownSymbol, .noRecording: 66
    case .unreachable, .refused, .timedOut, .rejected, .withheld, .cancelled: 69
    case .notRecorded: 74
    case .rateLimited: 75
    }
  }
}
