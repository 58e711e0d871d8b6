package import Foundation

/// The time to which the ages of rows are measured.
package enum OutputTime {
  /// The time of the output that is being made; `nil` for the time at which an age is computed.
  ///
  /// One time per output gives all rows of an answer the same age. It is a task-local value, because almost
  /// no column needs it.
  @TaskLocal package static var current: Date?
}

extension FieldValue {
  /// The seconds since the arrival of an answer, with at most three decimals; unknown before any answer.
  static func age(since asOf: Date?) -> FieldValue {
    guard let asOf, asOf != .distantPast else { return .unknown }
    let milliseconds = (OutputTime.current ?? .now).timeIntervalSince(asOf) * 1000
    guard milliseconds < 1e15 else { return .unknown }
    // Foundation's division or product of decimals would be slow for many rows.
    let mantissa = UInt128(max(0, milliseconds.rounded()))
    return FieldValue(IntegerDecimal(isNegative: false, mantissa: mantissa, exponent: -3).decimal)
  }
}
