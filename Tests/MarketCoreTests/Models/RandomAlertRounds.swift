import Foundation

/// How many times as many random alerts are tested as by default, of the variable `RANDOM_ALERTS`.
let randomAlertRounds =
  ProcessInfo.processInfo.environment["RANDOM_ALERTS"].flatMap { Int($0) } ?? 1
