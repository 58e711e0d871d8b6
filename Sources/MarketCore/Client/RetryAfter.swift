import Foundation

/// The `Retry-After` header (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The form to use, and the two older ones that a recipient must accept (section 5.6.7).
  private static let formats = [
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
  ]

  /// The delay in seconds, 0 or more: a whole number as it is, a date counted from `now`.
  /// `nil` when the header is neither.
  static func seconds(_ header: String, at now: Date) -> Double? {
    let text = header.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) { return Double(text) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    for format in formats {
      formatter.dateFormat = format
      if let date = formatter.date(from: text) { return max(0, date.timeIntervalSince(now)) }
    }
    return nil
  }
}
