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
  /// The whole seconds since the arrival of an answer; unknown before any answer.
  static func age(since asOf: Date?) -> FieldValue {
    guard let asOf, asOf != .distantPast else { return .unknown }
    let seconds = (OutputTime.current ?? .now).timeIntervalSince(asOf)
    return seconds < 1e12 ? .number(Decimal(Int64(max(0, seconds)))) : .unknown
  }
}
