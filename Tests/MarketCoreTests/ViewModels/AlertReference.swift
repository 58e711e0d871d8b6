import Foundation
import RandomInputs
import TestTools

@testable import MarketCore

/// The firings of alerts, found by going through all their results from the beginning.
struct AlertReference {
  /// A poll in which a row was tested.
  private struct Result {
    let isTrue: Bool?
    let time: Int
    let hasFired: Bool
  }

  /// An alert and a row.
  private struct Place: Hashable {
    let alert, row: String
  }

  private var results: [Place: [Result]] = [:]

  /// Adds the result of a condition for a row, and returns whether the alert fires.
  mutating func fires(
    _ alert: String, for row: String, _ isTrue: Bool?, at time: Int, pause: Int
  ) -> Bool {
    let place = Place(alert: alert, row: row)
    let before = results[place] ?? []
    var hasFired = isTrue == true
    if let last = before.lastIndex(where: \.hasFired) {
      let isArmedAgain = before[last...].contains { $0.isTrue == false }
      let elapsed = time - before[last].time
      hasFired = hasFired && isArmedAgain && (elapsed < 0 || elapsed >= pause)
    }
    results[place] = before + [Result(isTrue: isTrue, time: time, hasFired: hasFired)]
    return hasFired
  }
}

/// Which exchanges have answered and failed, poll by poll.
struct PollHistory {
  /// The exchanges of polls that came together, each with whether it answered.
  private var polls: [[ExchangeID: Bool]] = []

  mutating func append(_ results: [ExchangeID: Bool]) { polls.append(results) }

  /// Whether the last poll of an exchange failed.
  func fails(_ exchange: ExchangeID) -> Bool {
    polls.last { $0[exchange] != nil }?[exchange] == false
  }

  /// Whether each of these exchanges that does not fail has answered since the first poll of the beat, and
  /// one at least; in a pipe, in the last polls. A beat begins when an exchange is polled again.
  func isComplete(_ exchanges: [ExchangeID], isScreen: Bool) -> Bool {
    let relevant = isScreen ? polls : polls.suffix(1)
    let beat = relevant.reduce(into: Set<ExchangeID>()) { beat, results in
      if results.keys.contains(where: beat.contains) { beat = [] }
      beat.formUnion(results.keys)
    }
    let answering = exchanges.filter { !fails($0) }
    return !answering.isEmpty && answering.allSatisfy(beat.contains)
  }
}

/// A run of random polls: which exchanges they are of, and when.
struct RandomPolls {
  static let fault = MarketError.unreachable("no route")
  var random: Seeded
  /// Whether answers stay when they are older than the last poll, and each poll comes alone, as on a screen.
  let isScreen: Bool
  /// The seconds since the beginning.
  private(set) var now = 100

  init(seed: UInt64) {
    random = Seeded(state: seed)
    isScreen = .random(using: &random)
  }

  mutating func isOneOf(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  /// The exchanges that are polled next, each with whether it answers: some of a pipe, one of a screen.
  /// Time goes on by 1 to 20 seconds, and rarely back.
  mutating func next(of exchanges: [ExchangeID]) -> [ExchangeID: Bool] {
    now += isOneOf(60) ? -80 : .random(in: 1...20, using: &random)
    var polled = exchanges.filter { _ in !isOneOf(6) }
    if polled.isEmpty || isScreen {
      polled = [exchanges.randomElement(using: &random)].compactMap(\.self)
    }
    // Mostly none fails.
    let failureRate = isOneOf(3) ? 2 : 20
    return polled.reduce(into: [:]) { $0[$1] = !isOneOf(failureRate) }
  }

  /// A number near 100, or unknown.
  mutating func price() -> Int? {
    isOneOf(8) ? nil : [70, 80, 90, 99, 100, 101, 110, 120].randomElement(using: &random)
  }

  /// A poll of an exchange, whose answer has come now.
  func poll<Value>(_ exchange: ExchangeID?, _ value: Value?) -> Poll<Answer<Value>> {
    let time = Date(timeIntervalSince1970: Double(now))
    return Poll(
      exchange: exchange,
      result: value.map { .success(Answer($0, asOf: time)) } ?? .failure(Self.fault),
      at: .second(now))
  }
}

extension Alert {
  /// An alert that is written as in `dip: last < 50`, with a pause in seconds.
  init(_ text: String, pause: Int) throws {
    let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
    self.init(name: parts[0], condition: try Condition(parts[1]), pause: TimeInterval(pause))
  }
}

extension Firing {
  /// Time, alert, exchange and symbol, as in `120 dip a BTC-USD`.
  var line: String {
    "\(Int(time.timeIntervalSince1970)) \(alert) \(exchange?.rawValue ?? "*") \(pair.symbol)"
  }
}
