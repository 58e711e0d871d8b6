import Foundation
import MarketCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An exchange of a few answers by path and query, which keeps what it was asked; time passes only
/// while something sleeps.
final class CannedAnswers: Sendable {
  private let exchange: any Exchange
  private let answers: Mutex<[String: Transport.Response]>
  private let unknown: Transport.Response
  private let targets = Mutex<[String]>([])
  private let time = Mutex(ContinuousClock.now)

  /// What is not in `answers` gets the answer `unknown`.
  init(_ exchange: any Exchange, _ answers: [String: String], unknown: Transport.Response) {
    self.exchange = exchange
    self.answers = Mutex(answers.mapValues { .text($0) })
    self.unknown = unknown
  }

  /// What was asked for, in order of the names: questions side by side have no order.
  var asked: [String] { targets.withLock { $0.sorted() } }

  /// Forgets what was asked for.
  func forget() { targets.withLock { $0 = [] } }

  /// Answers otherwise from now on.
  func answer(_ target: String, _ response: Transport.Response) {
    answers.withLock { $0[target] = response }
  }

  /// Lets time pass.
  func pass(_ duration: Duration) { time.withLock { $0 += duration } }

  /// How much time has passed since then.
  func elapsed(since start: ContinuousClock.Instant) -> Duration { time.withLock { $0 - start } }

  /// What time it is.
  var now: ContinuousClock.Instant { time.withLock(\.self) }

  /// A client of this exchange.
  var client: MarketClient {
    let clock = PollClock(
      now: { self.now }, sleep: { until in self.time.withLock { $0 = max($0, until) } },
      random: { 0.5 })
    let transport = Transport { request in
      let target = String(request.url?.absoluteString.trimmingPrefix("http://stub/") ?? "")
      self.targets.withLock { $0.append(target) }
      return .success(self.answers.withLock { $0[target] } ?? self.unknown)
    }
    return MarketClient(
      transport, exchange: exchange, base: URL(string: "http://stub") ?? URL(filePath: "/"),
      timeout: .patient, clock: clock)
  }
}

extension Duration {
  /// Longer than a busy machine lets a test wait for its turn.
  static let patient = Duration.seconds(600)
}

extension Ticker {
  /// Its numbers in plain digits: last, bid, ask, open, high, low, volume.
  var numbers: [String?] { [last, bid, ask, open, high, low, volume].map { $0?.plain } }
}

extension OrderBook.Entry {
  /// Price, quantity and number of orders or id, in plain digits.
  var text: String {
    let id: String? =
      switch orderID {
      case .number(let number): "#\(number)"
      case .text(let text): "#\(text)"
      case nil: orders.map { "×\($0)" }
      }
    return [price.plain, quantity.plain, id].compactMap(\.self).joined(separator: " ")
  }
}

extension Candle {
  /// Start in seconds since 1970, open, high, low, close, volume.
  var text: String {
    let numbers = [open, high, low, close, volume].map { $0?.plain ?? "–" }
    return ([time.timeIntervalSince1970.formatted(.number.grouping(.never))] + numbers)
      .joined(separator: " ")
  }
}

extension MarketClient {
  /// A client of the first recorded answers, and so on, that has time for them on a busy machine.
  static func recorded(_ exchange: any Exchange = Exchanges.standard) -> MarketClient {
    var client = replay(fixtures, of: exchange)
    client.timeout = .patient
    return client
  }
}

/// The recorded answers of this project.
let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../../Fixtures").standardizedFileURL
