import Arguments
import Foundation
import MarketCore
import Spelling

/// The options for exchanges, their base URLs, the timeout of requests, and recordings.
struct ConnectionOptions: Sendable {
  /// The chosen exchanges; whether the command line chooses them; whether it names each of them, not `all`.
  typealias Choice = (exchanges: [any Exchange], isOption: Bool, isExact: Bool)

  private static let exchangeOption = ValueOption(
    Option(
      "exchange", short: "e", value: "NAME,...",
      candidates: .list(World.exchanges.map(\.id.rawValue) + [everyName]),
      help: "Exchanges, comma-separated, or all: "
        + World.exchanges.map(\.id.rawValue).joined(separator: ", "),
      defaultText: "TICKERS_EXCHANGE, else \(World.exchanges[0].id)", wholeValue: everyName,
      misplaced: add),
    check: { text throws(InvalidValue) in
      for name in try names(text) where name.lowercased() != everyName {
        guard World.exchanges.contains(where: { $0.id.rawValue == name.lowercased() }) else {
          throw .described([World.exchanges.sentence(onUnknown: name)])
        }
      }
    }, parse: names)

  private static let urlOption = ValueOption(
    Option(
      "url", value: "[NAME=]URL", help: "Override an exchange's API base URL",
      defaultText: "TICKERS_URL, else the exchange's", repeats: true, addsToLower: true),
    parse: { text throws(InvalidValue) in
      try ExchangeURLs.parse(text, schemes: ["http", "https"], like: "\(World.exchanges[0].url)")
    })

  private static let everyName = "all"

  private static let timeoutOption = ValueOption(
    Option("timeout", value: "SECONDS", help: "Request timeout", defaultText: "10")
  ) { text throws(InvalidValue) in try ValueParsers.duration(text, upTo: 3_600) }

  static let options =
    [exchangeOption.option, urlOption.option, timeoutOption.option] + recordingOptions

  private let names: (value: [String], occurrence: Occurrence)?
  private let urls: ExchangeURLs
  let timeout: Duration
  let replayed, recorded: URL?
  let start: ValueParsers.Time?
  let isAppended: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    names = try invocation.occurrences(of: Self.exchangeOption).last
    urls = try ExchangeURLs(invocation, Self.urlOption)
    timeout = try invocation.value(of: Self.timeoutOption) ?? Self.defaultTimeout
    replayed = try invocation.value(of: Self.replayOption)
    start = try invocation.value(of: Self.startOption)
    recorded = try invocation.value(of: Self.recordOption)
    isAppended = invocation.has(Self.appendOption)
    if start != nil, replayed == nil { throw UsageError("--start requires --replay", of: "start") }
    if isAppended, recorded == nil { throw UsageError("--append requires --record", of: "append") }
  }

  /// Returns the timeout before all options are read. An invalid value is reported later.
  static func timeout(_ invocation: Invocation) -> Duration {
    (try? invocation.value(of: timeoutOption)) ?? defaultTimeout
  }

  private static let defaultTimeout = Duration.seconds(10)

  /// Returns the chosen exchanges, in order, each once; `nil` if no exchange was chosen.
  func chosen(in world: World) throws(UsageError) -> Choice? {
    try urls.checkNames(in: world)
    guard let (names, occurrence) = names else { return nil }
    let all = replayed.map { Recording($0).exchanges(of: world.exchanges) } ?? world.exchanges
    let exchanges = try names.map { name throws(UsageError) in
      name.lowercased() == Self.everyName ? all : [try world.exchange(name, occurrence.place)]
    }
    let isAll = names.contains { $0.lowercased() == Self.everyName }
    return (
      exchanges.flatMap(\.self).withoutRepeats, occurrence.isTyped, occurrence.isTyped && !isAll
    )
  }

  /// Returns the last URL that was given for an exchange, or else its default base URL.
  func url(of exchange: any Exchange) -> URL {
    urls.url(of: exchange) ?? exchange.url
  }

  /// Throws if there are several exchanges, but a URL does not name its exchange.
  func checkURLs(of count: Int) throws(UsageError) { try urls.check(of: count) }

  /// Returns the list of the given exchanges and of the exchange, or `all`, that a word names. The word can
  /// be the prefix of a symbol, such as `kraken:`. `nil` if the word names no exchange.
  @Sendable private static func add(_ word: String, to given: String?) -> String? {
    let ids = World.exchanges.map(\.id.rawValue)
    let name =
      word.last == ":"
      ? nearest(to: String(word.dropLast()), in: ids, limit: 1).first
      : (ids + [everyName]).first { $0 == word.lowercased() }
    guard let name else { return nil }
    let names = given?.lowercased().split(separator: ",").map(String.init) ?? []
    if name == everyName || names.contains(everyName) { return everyName }
    return (names.contains(name) ? names : names + [name]).joined(separator: ",")
  }

  @Sendable private static func names(_ text: String) throws(InvalidValue) -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if names.contains("") { throw .expected("a list of exchanges, e.g. kraken,coinbase") }
    let words = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    let list = words.reduce(nil) { given, word in add(word, to: given) }
    if words.count > names.count, words.allSatisfy({ add($0, to: nil) != nil }), let list {
      throw .described(["exchanges are separated by commas; did you mean -e \(list)?"])
    }
    return names
  }

  func client(of exchange: any Exchange, in world: World) -> MarketClient {
    var client = world.client(exchange, url(of: exchange))
    client.timeout = timeout
    return client
  }
}

extension [any Exchange] {
  fileprivate var withoutRepeats: [any Exchange] {
    var ids = Set<ExchangeID>()
    return filter { ids.insert($0.id).inserted }
  }
}

extension World {
  func exchange(_ name: String, _ place: String) throws(UsageError) -> any Exchange {
    if let exchange = exchanges.first(where: { $0.id.rawValue == name.lowercased() }) {
      return exchange
    }
    throw UsageError("\(place): \(exchanges.sentence(onUnknown: name))")
  }

  /// Throws if an exchange lacks what an option requires. The error names the exchanges that offer it.
  func check(
    _ exchange: any Exchange, offers subject: String, for option: String,
    by isOffered: (any Exchange) -> Bool
  ) throws(UsageError) {
    if isOffered(exchange) { return }
    let others = exchanges.filter(isOffered).map(\.id.rawValue).joined(separator: ", ")
    throw UsageError(
      "\(exchange.title) does not offer \(subject); these do: \(others)", of: option, "exchange")
  }
}

extension Invocation {
  mutating func add(environment: [String: String]) {
    if let exchange = environment["TICKERS_EXCHANGE"], !exchange.isEmpty {
      add(exchange, of: "exchange", from: "TICKERS_EXCHANGE")
    }
    for url in environment["TICKERS_URL", default: ""].split(separator: " ") {
      add(String(url), of: "url", from: "TICKERS_URL")
    }
    for url in environment["TICKERS_STREAM_URL", default: ""].split(separator: " ") {
      add(String(url), of: "stream-url", from: "TICKERS_STREAM_URL")
    }
    // `auto` lets these variables decide. Added for the environment, it overrides the options file.
    for (name, unset) in [("CLICOLOR_FORCE", "0"), ("NO_COLOR", "")] {
      if let value = environment[name], !["", unset].contains(value) {
        add(Voice.Color.auto.rawValue, of: "color", from: name)
      }
    }
  }
}
