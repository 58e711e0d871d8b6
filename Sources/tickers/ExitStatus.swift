import MarketCore

/// The exit status of the program. The numbers are those of `sysexits.h` where it has one.
///
/// This is the one place that knows them: the manual prints ``meanings``, and a test compares the
/// README with them.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  static let success = ExitStatus(rawValue: 0)
  static let unmet = ExitStatus(rawValue: 1)
  static let usage = ExitStatus(rawValue: 64)
  static let data = ExitStatus(rawValue: 65)
  static let noInput = ExitStatus(rawValue: 66)
  static let unavailable = ExitStatus(rawValue: 69)
  static let bug = ExitStatus(rawValue: 70)
  static let system = ExitStatus(rawValue: 71)
  static let cannotCreate = ExitStatus(rawValue: 73)
  static let output = ExitStatus(rawValue: 74)
  static let rateLimited = ExitStatus(rawValue: 75)

  /// The meaning of each status, in order.
  static let meanings: [(statuses: [ExitStatus], text: String)] = [
    ([.success], "Success; also when --until is met, after q, and when the reader closes the pipe"),
    ([.unmet], "Polling ended and --until was not met"),
    ([.usage], "Usage error: unknown command or option, invalid value or expression"),
    (
      [.data],
      "Invalid response or holdings file; or no price"
    ),
    (
      [.noInput],
      "Unknown pair (argument or holdings file); missing recording, or too few recorded polls for --count; missing or unreadable options or holdings file"
    ),
    (
      [.unavailable],
      "No usable response: no connection, unknown host, timed out, status other than 2xx, temporarily unavailable"
    ),
    ([.bug], "Internal error"),
    ([.system], "Lack of a system resource: open files, threads, memory, arguments"),
    ([.cannotCreate], "Cannot create the directory of --record, or it is not empty"),
    ([.output], "Cannot write the output or the recording"),
    ([.rateLimited], "Rate limited (HTTP 429, or the exchange's own status or message)"),
    (
      [129, 130, 143].map(ExitStatus.init(rawValue:)),
      "Ended by SIGHUP, SIGINT, SIGTERM, as shells report it; other signals likewise"
    ),
  ]
}

extension ExitStatus {
  /// The status after a last poll with this failure, or without one.
  init(_ failure: MarketError?) {
    self =
      switch failure {
      case nil: .success
      case .malformed, .tooLarge: .data
      case .unknownSymbol, .notRequestable, .recordingMissing, .recordingEnded: .noInput
      case .unreachable, .untrusted, .timedOut, .httpStatus, .exchangeError, .dataUnavailable,
        .cancelled:
        .unavailable
      case .recordingFailed: .output
      case .rateLimited: .rateLimited
      }
  }
}
