import Arguments
import Foundation
import MarketCore

/// The source of responses, and the directory of a recording.
struct SourceOptions: Sendable {
  private static let timeoutOption = ValueOption(
    Option(
      "timeout", .value(placeholder: "SECONDS"), help: "Request timeout",
      defaultText: "10")
  ) { text throws(InvalidValue) in try ValueParsers.duration(text, upTo: 3_600) }

  private static let replayOption = ValueParsers.directory(
    "replay", help: "Replay recorded responses from DIR, in a loop",
    details: ["With --until, or a --count beyond it, the replay ends instead (status 1 or 66)."])
  private static let recordOption = ValueParsers.directory(
    "record", help: "Record responses to a new or empty directory")

  static let options =
    ExchangeOptions.options + [timeoutOption.option, replayOption.option, recordOption.option]

  let exchanges: ExchangeOptions
  let timeout: Duration
  let replay: URL?
  let record: URL?

  init(_ invocation: Invocation) throws(UsageError) {
    exchanges = try ExchangeOptions(invocation)
    timeout = try invocation.value(of: Self.timeoutOption) ?? .seconds(10)
    replay = try invocation.value(of: Self.replayOption)
    record = try invocation.value(of: Self.recordOption)
  }

  /// The clients of exchanges that are requested together.
  ///
  /// - Parameters:
  ///   - interval: the polling interval.
  ///   - repeats: whether a replay restarts after its last response.
  func clients(
    of asked: [any Exchange], in world: World, interval: Duration, repeats: Bool
  ) throws(UsageError) -> [MarketClient] {
    if asked.count > 1, exchanges.urls.contains(where: { $0.value.exchange == nil }) {
      throw UsageError(
        "--url needs a name with several exchanges, e.g. kraken=URL", of: "url", "exchange")
    }
    if let exchange = slowest(of: asked), interval < exchange.info.minimumPollInterval {
      throw UsageError(
        "--interval: minimum for \(exchange.title) is \(exchange.info.minimumPollInterval.brief)",
        of: "interval", "exchange")
    }
    return asked.map { client(of: $0, in: world, repeats: repeats) }
  }

  /// The client of an exchange.
  func client(of exchange: any Exchange, in world: World, repeats: Bool) -> MarketClient {
    var client: MarketClient =
      if let replay {
        .replay(replay, of: exchange, repeats: repeats)
      } else {
        world.client(exchange, exchanges.url(of: exchange))
      }
    client.timeout = timeout
    guard let record else { return client }
    return client.recording(to: record)
  }

  /// The exchange with the longest minimum interval; `nil` for a replay, and if all URLs are loopback
  /// ones.
  func slowest(of asked: [any Exchange]) -> (any Exchange)? {
    guard replay == nil, !asked.map(exchanges.url).allSatisfy(\.isLoopback) else { return nil }
    return asked.max { $0.info.minimumPollInterval < $1.info.minimumPollInterval }
  }
}

extension URL {
  /// Whether it is a loopback address.
  fileprivate var isLoopback: Bool {
    let host = host()?.lowercased() ?? ""
    let isIPv4 =
      host.split(separator: ".").count == 4 && host.allSatisfy { $0 == "." || $0.isNumber }
    return host == "localhost" || isIPv4 && host.hasPrefix("127.")
  }
}
