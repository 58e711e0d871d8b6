import Arguments
import Foundation
import MarketCore

/// The source of responses, and the directory of a recording.
struct SourceOptions: Sendable {
  private static let timeoutOption = ValueOption(
    Option("timeout", value: "SECONDS", help: "Request timeout", defaultText: "10")
  ) { text throws(InvalidValue) in try ValueParsers.duration(text, upTo: 3_600) }
  private static let replayOption = directory(
    "replay", help: "Replay recorded responses from DIR, in a loop",
    details: ["With --until, or a --count beyond it, the replay ends instead (status 1 or 66)."])
  private static let recordOption = directory(
    "record", help: "Record responses to a new or empty directory")

  static let options =
    ExchangeOptions.options + [timeoutOption.option, replayOption.option, recordOption.option]

  /// A directory, existing or not.
  private static func directory(
    _ name: String, help: String, details: [String] = []
  ) -> ValueOption<URL> {
    ValueOption(
      Option(name, value: "DIR", candidates: .directory, help: help, details: details)
    ) { text throws(InvalidValue) in
      if text.isEmpty { throw .expected("a directory") }
      return URL(filePath: text, directoryHint: .isDirectory)
    }
  }

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
  /// - Parameter repeats: whether a replay restarts after its last response.
  func clients(
    of asked: [any Exchange], in world: World, interval: Duration, repeats: Bool
  ) throws(UsageError) -> [MarketClient] {
    if asked.count > 1, exchanges.urls.contains(where: { $0.exchange == nil }) {
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

  func client(of exchange: any Exchange, in world: World, repeats: Bool) -> MarketClient {
    var client =
      replay.map { MarketClient.replay($0, of: exchange, repeats: repeats) }
      ?? world.client(exchange, exchanges.url(of: exchange))
    client.timeout = timeout
    return record.map(client.recording(to:)) ?? client
  }

  /// The exchange with the longest minimum interval; `nil` for a replay, and if all URLs are loopback
  /// ones.
  func slowest(of asked: [any Exchange]) -> (any Exchange)? {
    guard replay == nil, !asked.map(exchanges.url).allSatisfy(\.isLoopback) else { return nil }
    return asked.max { $0.info.minimumPollInterval < $1.info.minimumPollInterval }
  }
}

extension URL {
  fileprivate var isLoopback: Bool {
    let host = host()?.lowercased() ?? ""
    let isIPv4 =
      host.split(separator: ".").count == 4 && host.allSatisfy { $0 == "." || $0.isNumber }
    return host == "localhost" || isIPv4 && host.hasPrefix("127.")
  }
}
