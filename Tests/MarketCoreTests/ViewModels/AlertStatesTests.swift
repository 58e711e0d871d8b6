import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The states of alerts that one run leaves to the next one.
struct AlertStatesTests {
  private static let time = Date(timeIntervalSince1970: 1_000)

  private static func monitor(
    _ alerts: [String], as states: AlertStates = AlertStates(), pause: TimeInterval = 0
  ) throws -> AlertMonitor<Ticker> {
    let alerts = try alerts.map { alert in
      let parts = alert.split(separator: ": ").map(String.init)
      return Alert<Ticker>(name: parts[0], condition: try Condition(parts[1]), pause: pause)
    }
    return AlertMonitor(alerts, as: states)
  }

  /// Tests rows in one poll, as in `A 40, B -`; returns the firings, and counts the changes.
  private static func test(
    _ monitor: inout AlertMonitor<Ticker>, _ rows: String, at second: Double = 0
  ) -> [String] {
    let lines = rows.split(separator: ", ").map { "x \($0)" }
    return monitor.firings(for: [Ticker](lines: lines)) { _ in time + second }
      .map { "\($0.alert) \($0.pair)" }
  }

  @Test func `a monitor with the states of another one goes on like it`() throws {
    var first = try Self.monitor(["low: last < 50", "high: last > 90"])
    #expect(Self.test(&first, "A 40, B 60, C 95") == ["low A", "high C"])
    #expect(first.changes == 2)
    var second = try Self.monitor(["low: last < 50", "high: last > 90"], as: first.states)
    #expect(Set(second.states.entries) == Set(first.states.entries))
    #expect(Self.test(&second, "A 30, B 40") == ["low B"])
    #expect(second.changes == 1)
    #expect(Self.test(&second, "A 60") == [])
    // C was not tested, A is armed again.
    #expect(second.states.entries.map { "\($0.alert) \($0.symbol)" } == ["low B", "high C"])
  }

  @Test func `a changed expression is armed, and alerts of another run are kept`() throws {
    var first = try Self.monitor(["low: last < 50", "high: last > 90"])
    _ = Self.test(&first, "A 40")
    var second = try Self.monitor(["low: last < 60"], as: first.states)
    #expect(Self.test(&second, "A 40") == ["low A"])
    var other = try Self.monitor(["other: last < 60"], as: first.states)
    #expect(Self.test(&other, "A 40") == ["other A"])
    #expect(other.states.entries.map(\.alert) == ["other", "low"])
  }

  @Test func `the time of a firing is kept for its pause`() throws {
    var first = try Self.monitor(["low: last < 50"], pause: 60)
    #expect(Self.test(&first, "A 40") == ["low A"])
    #expect(Self.test(&first, "A 70", at: 1) == [])
    var second = try Self.monitor(["low: last < 50"], as: first.states, pause: 60)
    #expect(Self.test(&second, "A 40", at: 59) == [])
    #expect(Self.test(&second, "A 40", at: 60) == ["low A"])
  }
}
