import Foundation

/// The `Retry-After` header (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// How many seconds to wait, 0 or more: a whole number as it is, a date counted from `now`.
  /// `nil` when the header is neither.
  static func seconds(_ header: String, at now: Date) -> Double? {
    let text = header.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) { return Double(text) }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
  }
}
