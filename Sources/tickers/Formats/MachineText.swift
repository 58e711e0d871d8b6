import MarketCore
import Terminal

extension FieldValue {
  /// The value as formats for programs write it; `nil` when it is unknown.
  ///
  /// Text from the network is as it came: each format has its own way with what it may hold.
  var machineText: String? {
    switch self {
    case .unknown: nil
    case .text(let text): text
    case .number(let number): number.plain
    case .time(let date): date.rfc3339
    }
  }
}
