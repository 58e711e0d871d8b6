import MarketCore

/// The exit status of the program. The numbers are from `sysexits.h`, if it defines a suitable number.
enum ExitStatus: Int32, CaseIterable, Error {
  case success = 0
  case conditionUnmet = 1
  case usage = 64
  case data = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  case systemResource = 71
  case cannotCreate = 73
  case output = 74
  case rateLimited = 75

  init(_ failure: MarketError) {
    self =
      switch failure {
      case .malformed, .tooLarge: .data
      case .unknownSymbol, .unknownCoin, .unknownCurrency, .notRequestable, .missing, .ended:
        .noInput
      case .notAnswered, .unreachable, .untrusted, .timedOut, .httpStatus, .exchangeError,
        .dataUnavailable, .cancelled:
        .unavailable
      case .unsupported: .usage
      case .notKept: .output
      case .rateLimited: .rateLimited
      }
  }

  init(_ outcome: PollOutcome) {
    self =
      switch outcome {
      case .success: .success
      case .failure(let failure): ExitStatus(failure)
      case .incomplete: .data
      case .conditionUnmet: .conditionUnmet
      }
  }

  init(_ failure: AlertStateFile.Failure) {
    self =
      switch failure.kind {
      case .inUse, .cannotCreate: .cannotCreate
      case .cannotRead: .data
      case .cannotWrite: .output
      }
  }

  /// The meanings of all statuses. The last entry is about signals.
  static let meanings: [(status: String, text: String)] =
    allCases.map { ("\($0.rawValue)", $0.meaning) } + [
      (
        "129, 130, 143",
        "Ended by SIGHUP, SIGINT, SIGTERM, as shells report it; other signals likewise"
      )
    ]

  private var meaning: String {
    switch self {
    case .success:
      "Success; also when --until is met, after q, and when the reader closes the pipe"
    case .conditionUnmet: "Polling ended and --until was not met"
    case .usage: "Usage error: unknown command or option, invalid value or expression"
    case .data: "Invalid response, holdings file or file of --alert-state; or no price"
    case .noInput:
      "Unknown pair or currency (argument or holdings file); nothing to --replay, or too few polls in it for "
        + "--count; missing or unreadable options or holdings file"
    case .unavailable:
      "No usable response: no connection, unknown host, timed out, status other than 2xx, "
        + "temporarily unavailable"
    case .internalError: "Internal error"
    case .systemResource: "Lack of a system resource: open files, threads, memory, arguments"
    case .cannotCreate: "Cannot create, or not empty: --record; or in use: --alert-state"
    case .output: "Cannot write the output, or to --record or --alert-state"
    case .rateLimited: "Rate limited (HTTP 429, or the exchange's own status or message)"
    }
  }
}
