import Arguments
import Foundation
import MarketCore

/// Where answers come from, and where they are kept.
struct SourceOptions: OptionGroup {
  private static let timeoutOption = ValueOption(
    Option(
      "timeout", .value(placeholder: "SECONDS"), help: "The deadline for a whole request",
      defaultText: "10")
  ) { text throws(InvalidValue) in try Values.duration(text, upTo: 3_600) }

  private static let urlOption = ValueOption(
    Option(
      "url", .value(placeholder: "URL"), help: "Base URL of the exchange, or of one like it",
      defaultText: "TICKERS_URL, else the exchange"),
    parse: baseURL)

  private static let replayOption = Values.directory(
    "replay", help: "Read recorded answers instead of the network; after the last it begins again",
    details: ["With --until it ends there (1), and so does a --count beyond it (66)."])
  private static let recordOption = Values.directory(
    "record", help: "Keep each answer in a new directory, to be replayed")

  static let options = [
    timeoutOption.option, urlOption.option, replayOption.option, recordOption.option,
  ]

  let timeout: Duration
  let url: URL?
  let replay: URL?
  let record: URL?

  init(_ invocation: Invocation) throws(UsageError) {
    timeout = try invocation.value(of: Self.timeoutOption) ?? .seconds(10)
    url = try invocation.value(of: Self.urlOption)
    replay = try invocation.value(of: Self.replayOption)
    record = try invocation.value(of: Self.recordOption)
  }

  /// The client of these answers.
  ///
  /// - Parameters:
  ///   - interval: the time from poll to poll.
  ///   - repeats: whether a replay begins again after its last answer.
  func client(
    in world: World, interval: Duration, repeats: Bool
  ) throws(UsageError) -> MarketClient {
    guard let exchange = world.exchanges.first else { throw UsageError("there is no exchange") }
    var client: MarketClient
    if let replay {
      client = .replay(replay, of: exchange, repeats: repeats)
    } else {
      let named = if let url { url } else { try Self.url(in: world) }
      let url = named ?? exchange.url
      if interval < exchange.leastInterval, !url.isLoopback {
        throw UsageError(
          "--interval under 1 is for --replay, or a --url on this machine: the exchange is shared")
      }
      client = .live(
        exchange, at: url, userAgent: "\(Tickers.program.name)/\(Tickers.program.version)")
    }
    client.timeout = timeout
    guard let record else { return client }
    return client.recording(to: record)
  }

  private static func url(in world: World) throws(UsageError) -> URL? {
    guard let text = world.environment["TICKERS_URL"], !text.isEmpty else { return nil }
    do throws(InvalidValue) {
      return try baseURL(text)
    } catch {
      throw UsageError(lines: error.lines(about: text, of: "TICKERS_URL"))
    }
  }

  /// A base URL: http or https, with a host, without a user and nothing behind the path.
  @Sendable private static func baseURL(_ text: String) throws(InvalidValue) -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme),
      url.host()?.isEmpty == false, url.user() == nil, url.query() == nil, url.fragment() == nil
    else { throw InvalidValue.expected("a URL like \(Exchanges.standard.url)") }
    // Foundation on Linux refuses such addresses itself, in worse words.
    guard url.host()?.contains(":") == false else {
      throw InvalidValue.described(["an IPv6 address can't be used, only a name that leads to it"])
    }
    return url
  }
}

extension URL {
  /// Whether it leads to this machine.
  fileprivate var isLoopback: Bool {
    let host = host()?.lowercased() ?? ""
    let isIPv4 =
      host.split(separator: ".").count == 4 && host.allSatisfy { $0 == "." || $0.isNumber }
    return host == "localhost" || isIPv4 && host.hasPrefix("127.")
  }
}
