public import Foundation

/// A named condition. An ``AlertMonitor`` reports rows for which it becomes true, or is true at first.
public struct Alert<Row: MarketRow>: Sendable {
  public let name: String
  public let condition: Condition<Row>
  /// The minimum time between two reports of the alert about the same row, in seconds; 0 for no minimum.
  public let pause: TimeInterval

  /// Creates an alert.
  public init(name: String, condition: Condition<Row>, pause: TimeInterval = 0) {
    (self.name, self.condition, self.pause) = (name, condition, pause)
  }
}
