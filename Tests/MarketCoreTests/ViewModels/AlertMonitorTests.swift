import Foundation
import MarketCore
import TestTools
import Testing

/// The alerts that fire in each poll.
struct AlertMonitorTests {
  /// A monitor of alerts that are written as in `dip: last < 50`, each with a pause in seconds.
  private static func monitor(
    _ alerts: String..., pause: TimeInterval = 0
  ) throws -> AlertMonitor<Ticker> {
    AlertMonitor(
      try alerts.map { alert in
        let parts = alert.split(separator: ": ").map(String.init)
        return Alert(name: parts[0], condition: try Condition(parts[1]), pause: pause)
      })
  }

  /// The firings of a poll at a second, as in `dip A 40`. Rows are symbols and prices, as in `A 40, B -`.
  private static func firings(
    of monitor: inout AlertMonitor<Ticker>, _ rows: String, at second: Int = 0,
    on exchange: String = "x"
  ) -> [String] {
    let lines = rows.split(separator: ", ").map { "\(exchange) \($0)" }
    let time = Date(timeIntervalSince1970: Double(second))
    let firings = monitor.firings(for: [Ticker](lines: lines)) { _ in time }
    #expect(firings.allSatisfy { $0.time == time && $0.exchange?.rawValue == exchange })
    return firings.map { "\($0.alert) \($0.pair) \($0.row.last?.plain ?? "-")" }
  }

  @Test func `an alert fires once, and again after its condition was false`() throws {
    var monitor = try Self.monitor("dip: last < 50")
    let prices = [60, 40, 30, 49, 50, 49, 10, 70, 71, 1]
    let firings = prices.map { Self.firings(of: &monitor, "A \($0)") }
    #expect(firings == [[], ["dip A 40"], [], [], [], ["dip A 49"], [], [], [], ["dip A 1"]])
  }

  @Test func `a condition that is true from the start fires at once`() throws {
    var monitor = try Self.monitor("dip: last < 50")
    #expect(Self.firings(of: &monitor, "A 40") == ["dip A 40"])
    #expect(Self.firings(of: &monitor, "A 40") == [])
  }

  @Test func `an unknown result changes nothing`() throws {
    var monitor = try Self.monitor("dip: last < 50", "not: not last >= 50")
    #expect(Self.firings(of: &monitor, "A -") == [])
    #expect(Self.firings(of: &monitor, "A 40") == ["dip A 40", "not A 40"])
    #expect(Self.firings(of: &monitor, "A -") == [])
    // It is not armed again.
    #expect(Self.firings(of: &monitor, "A 40") == [])
    #expect(Self.firings(of: &monitor, "A 60") == [])
    #expect(Self.firings(of: &monitor, "A -") == [])
    // It is still armed.
    #expect(Self.firings(of: &monitor, "A 40") == ["dip A 40", "not A 40"])
  }

  @Test func `a row that is missing, or new, changes nothing for others`() throws {
    var monitor = try Self.monitor("dip: last < 50")
    #expect(Self.firings(of: &monitor, "A 40, B 60") == ["dip A 40"])
    #expect(Self.firings(of: &monitor, "B 60, C 40") == ["dip C 40"])
    #expect(Self.firings(of: &monitor, "") == [])
    #expect(Self.firings(of: &monitor, "C 40, B 40, A 40") == ["dip B 40"])
    #expect(Self.firings(of: &monitor, "A 60") == [])
    #expect(Self.firings(of: &monitor, "C 40, B 40, A 40") == ["dip A 40"])
  }

  @Test func `the same pair on another exchange is another row`() throws {
    var monitor = try Self.monitor("dip: last < 50")
    #expect(Self.firings(of: &monitor, "A 40", on: "x") == ["dip A 40"])
    #expect(Self.firings(of: &monitor, "A 40", on: "y") == ["dip A 40"])
    #expect(Self.firings(of: &monitor, "A 60", on: "y") == [])
    #expect(Self.firings(of: &monitor, "A 40", on: "x") == [])
    #expect(Self.firings(of: &monitor, "A 40", on: "y") == ["dip A 40"])
  }

  @Test func `alerts do not depend on each other, and fire row by row in their order`() throws {
    var monitor = try Self.monitor("low: last < 50", "deep: last < 20", "high: last > 100")
    #expect(Self.firings(of: &monitor, "A 40, B 10") == ["low A 40", "low B 10", "deep B 10"])
    #expect(
      Self.firings(of: &monitor, "B 110, A 15, C 1") == [
        "high B 110", "deep A 15", "low C 1", "deep C 1",
      ])
    #expect(Self.firings(of: &monitor, "A 40, B 40") == ["low B 40"])
    #expect(Self.firings(of: &monitor, "A 10, B 110") == ["deep A 10", "high B 110"])
  }

  @Test func `without alerts nothing fires`() {
    var monitor = AlertMonitor<Ticker>([])
    #expect(Self.firings(of: &monitor, "A 40") == [])
  }
}

extension AlertMonitorTests {
  @Test func `a pause delays a firing, which comes if the condition is still true`() throws {
    var monitor = try Self.monitor("dip: last < 50", pause: 60)
    #expect(Self.firings(of: &monitor, "A 40", at: 100) == ["dip A 40"])
    #expect(Self.firings(of: &monitor, "A 60", at: 110) == [])
    #expect(Self.firings(of: &monitor, "A 41", at: 120) == [])
    #expect(Self.firings(of: &monitor, "A 42", at: 159) == [])
    #expect(Self.firings(of: &monitor, "A 43", at: 160) == ["dip A 43"])
    #expect(Self.firings(of: &monitor, "A 44", at: 300) == [])
  }

  @Test func `a pause alone does not arm an alert`() throws {
    var monitor = try Self.monitor("dip: last < 50", pause: 60)
    #expect(Self.firings(of: &monitor, "A 40", at: 0) == ["dip A 40"])
    for second in [30, 60, 90, 1_000] {
      #expect(Self.firings(of: &monitor, "A 40", at: second) == [])
    }
  }

  @Test func `a condition that is no longer true after the pause does not fire`() throws {
    var monitor = try Self.monitor("dip: last < 50", pause: 60)
    #expect(Self.firings(of: &monitor, "A 40", at: 0) == ["dip A 40"])
    #expect(Self.firings(of: &monitor, "A 60", at: 10) == [])
    #expect(Self.firings(of: &monitor, "A 40", at: 20) == [])
    #expect(Self.firings(of: &monitor, "A 60", at: 61) == [])
    #expect(Self.firings(of: &monitor, "A -", at: 62) == [])
    #expect(Self.firings(of: &monitor, "A 40", at: 63) == ["dip A 40"])
    // From the last firing on, not from the first.
    #expect(Self.firings(of: &monitor, "A 60", at: 64) == [])
    #expect(Self.firings(of: &monitor, "A 40", at: 122) == [])
    #expect(Self.firings(of: &monitor, "A 40", at: 123) == ["dip A 40"])
  }

  @Test func `each row has its own pause, and each alert`() throws {
    let dip = try Alert(name: "dip", condition: Condition<Ticker>("last < 50"), pause: 60)
    let low = try Alert(name: "low", condition: Condition<Ticker>("last < 60"), pause: 10)
    var monitor = AlertMonitor([dip, low, Alert(name: "any", condition: dip.condition)])
    #expect(
      Self.firings(of: &monitor, "A 40, B 70", at: 0) == ["dip A 40", "low A 40", "any A 40"])
    #expect(Self.firings(of: &monitor, "A 70, B 70", at: 5) == [])
    #expect(Self.firings(of: &monitor, "A 40, B 55", at: 9) == ["any A 40", "low B 55"])
    #expect(
      Self.firings(of: &monitor, "A 40, B 40", at: 10) == ["low A 40", "dip B 40", "any B 40"])
    #expect(Self.firings(of: &monitor, "A 40, B 70", at: 60) == ["dip A 40"])
    #expect(Self.firings(of: &monitor, "A 70, B 40", at: 69) == ["low B 40", "any B 40"])
    #expect(Self.firings(of: &monitor, "A 70, B 40", at: 70) == ["dip B 40"])
  }

  @Test func `when time goes back no pause is left`() throws {
    var monitor = try Self.monitor("dip: last < 50", pause: 60)
    #expect(Self.firings(of: &monitor, "A 40", at: 1_000) == ["dip A 40"])
    // It has not been armed.
    #expect(Self.firings(of: &monitor, "A 40", at: 10) == [])
    #expect(Self.firings(of: &monitor, "A 60", at: 20) == [])
    #expect(Self.firings(of: &monitor, "A 40", at: 30) == ["dip A 40"])
    #expect(Self.firings(of: &monitor, "A 60", at: 40) == [])
    #expect(Self.firings(of: &monitor, "A 40", at: 89) == [])
    #expect(Self.firings(of: &monitor, "A 40", at: 90) == ["dip A 40"])
  }

  @Test func `a firing has the fields of its row, after time and alert`() throws {
    var monitor = try Self.monitor("dip: last < 50")
    let row = Ticker("BTC-USD", open: "50", last: "40").on("kraken")
    let time = Date(timeIntervalSince1970: 7)
    let firings = monitor.firings(for: [row]) { _ in time }
    let names = Firing<Ticker>.columns.map(\.name)
    #expect(names == ["time", "alert"] + Ticker.columns.map(\.name))
    let firing = try #require(firings.first)
    let values = Dictionary(
      uniqueKeysWithValues: Firing<Ticker>.columns.map {
        ($0.name, firing.value(of: $0, asOf: .distantPast).text)
      })
    #expect(values["time"] == "1970-01-01T00:00:07.000Z")
    #expect(values["as_of"] == "1970-01-01T00:00:07.000Z")
    #expect(values["alert"] == "dip" && values["exchange"] == "kraken")
    #expect(values["last"] == "40" && values["percent"] == "-20" && values["volume"] == .some(nil))
  }

  @Test func `a coin on two exchanges is two rows`() throws {
    let holdings = [ExchangeID("kraken"), "bitstamp"].enumerated().map {
      Trade(Decimal($0 + 1), of: "BTC", on: $1)
    }
    let model = PortfolioViewModel(
      Portfolio(holdings, in: "USD", defaultExchange: "kraken"), showing: \.rows, ListQuery(),
      now: { .distantPast })
    let condition = try Condition<HoldingRow>("quantity > 1")
    var monitor = AlertMonitor([Alert(name: "big", condition: condition)])
    let counts = (0..<3).map { _ in monitor.firings(for: model.elements) { _ in .now }.count }
    #expect(counts == [1, 0, 0])
  }
}
