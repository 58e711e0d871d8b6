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
    ([.success], "Done; also when --until was met, or the reader of a pipe has gone"),
    ([.unmet], "The polls ended and --until was not met"),
    ([.usage], "A wrong option, value, expression or command"),
    (
      [.data],
      "The exchange's answer, or a file of holdings, could not be understood; or there is no price"
    ),
    (
      [.noInput],
      "No such pair, of the command or of holdings; --replay has no such recording, or no more for --count; the file of options, or of holdings, cannot be read"
    ),
    (
      [.unavailable],
      "No usable answer: no connection, no such host, time-out, a status other than 2xx"
    ),
    ([.bug], "A bug"),
    ([.system], "Too few files can be open at once (ulimit -n)"),
    ([.cannotCreate], "--record: the directory can't be made, or is not empty"),
    ([.output], "The output, or the recording, can't be written"),
    ([.rateLimited], "Told to slow down (429)"),
    (
      [129, 130, 143].map(ExitStatus.init(rawValue:)),
      "Ended by SIGHUP, SIGINT, SIGTERM, as a shell shows it; any other signal likewise"
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
      case .unreachable, .untrusted, .timedOut, .rejected, .refused, .dataUnavailable, .cancelled:
        .unavailable
      case .recordingFailed: .output
      case .rateLimited: .rateLimited
      }
  }
}
