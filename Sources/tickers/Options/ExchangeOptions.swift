import Arguments
import Foundation
import MarketCore
import Spelling

/// Which exchanges are asked, and at which URLs.
struct ExchangeOptions: OptionGroup {
  /// A URL, and the exchange that it is of; `nil` for the one that is asked.
  struct BaseURL: Sendable {
    let exchange: String?
    let url: URL
  }

  /// Exchanges, and where their names come from.
  struct Choice: Sendable {
    let exchanges: [any Exchange]
    /// Whether they are of the command line, not of the environment.
    let isOption: Bool
  }

  private static let exchangeOption = ValueOption(
    Option(
      "exchange", short: "e",
      .value(placeholder: "NAME,...", candidates: .list(Exchanges.all.map(\.id) + [everyName])),
      help: "The exchange, or several: \(Exchanges.all.map(\.id).joined(separator: ", ")); or all",
      defaultText: "TICKERS_EXCHANGE, else \(Exchanges.standard.id)")
  ) { text throws(InvalidValue) in try names(text) }

  private static let urlOption = ValueOption(
    Option(
      "url", .value(placeholder: "[NAME=]URL"),
      help: "Base URL of an exchange, or of a server like it",
      defaultText: "TICKERS_URL, else its own", repeats: true),
    parse: baseURL)

  /// The name that stands for every exchange.
  private static let everyName = "all"

  static let options = [exchangeOption.option, urlOption.option]

  /// The names that were given, in lower case; `nil` without any.
  let names: [String]?
  /// The URLs that were given.
  let urls: [BaseURL]

  init(_ invocation: Invocation) throws(UsageError) {
    names = try invocation.value(of: Self.exchangeOption)
    urls = try invocation.values(of: Self.urlOption)
  }

  /// The exchanges that were chosen, in order, each once; `nil` when none was.
  func chosen(in world: World) throws(UsageError) -> Choice? {
    for base in urls { if let name = base.exchange { _ = try world.exchange(name, "--url") } }
    _ = try Self.environmentURLs(in: world)
    if let names {
      return Choice(exchanges: try Self.exchanges(names, "--exchange", world), isOption: true)
    }
    let names = try Self.environmentNames(in: world)
    guard !names.isEmpty else { return nil }
    return Choice(exchanges: try Self.exchanges(names, Self.variable, world), isOption: false)
  }

  private static func exchanges(
    _ names: [String], _ place: String, _ world: World
  ) throws(UsageError) -> [any Exchange] {
    let exchanges = try names.map { name throws(UsageError) in
      name == everyName ? world.exchanges : [try world.exchange(name, place)]
    }
    return exchanges.flatMap(\.self).withoutRepeats
  }

  /// The base URL of an exchange: that of the options, else of the environment, else its own.
  func url(of exchange: any Exchange, in world: World) throws(UsageError) -> URL {
    if let base = urls.last(where: { ($0.exchange ?? exchange.id) == exchange.id }) {
      return base.url
    }
    let base = try Self.environmentURLs(in: world).last {
      ($0.exchange ?? Exchanges.standard.id) == exchange.id
    }
    return base?.url ?? exchange.url
  }

  private static func environmentURLs(in world: World) throws(UsageError) -> [BaseURL] {
    try (world.environment["TICKERS_URL"] ?? "").split(separator: " ").map {
      text throws(UsageError) in
      do throws(InvalidValue) {
        return try baseURL(String(text))
      } catch {
        throw UsageError(lines: error.lines(about: String(text), of: "TICKERS_URL"))
      }
    }
  }

  private static let variable = "TICKERS_EXCHANGE"

  private static func environmentNames(in world: World) throws(UsageError) -> [String] {
    guard let text = world.environment[variable], !text.isEmpty else { return [] }
    do throws(InvalidValue) {
      return try names(text)
    } catch {
      throw UsageError(lines: error.lines(about: text, of: variable))
    }
  }

  @Sendable private static func names(_ text: String) throws(InvalidValue) -> [String] {
    let names = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw InvalidValue.expected("the name of an exchange")
    }
    return names
  }

  /// `[NAME=]URL`: http or https, with a host, without a user and nothing behind the path.
  @Sendable private static func baseURL(_ text: String) throws(InvalidValue) -> BaseURL {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let hasName = !name.isEmpty && text.dropFirst(name.count).first == "="
    let rest = hasName ? String(text.dropFirst(name.count + 1)) : text
    guard let url = URL(string: rest), ["http", "https"].contains(url.scheme?.lowercased()),
      let host = url.host(), !host.isEmpty
    else { throw InvalidValue.expected("a URL like \(Exchanges.standard.url)") }
    // Foundation on Linux refuses such addresses itself, in worse words.
    guard !host.contains(":") else {
      throw InvalidValue.described(["an IPv6 address can't be used, only a name that leads to it"])
    }
    guard url.user() == nil, url.query() == nil, url.fragment() == nil else {
      throw InvalidValue.described([
        "a base URL has no password, query or fragment, for paths are appended to it"
      ])
    }
    guard (1...65_535).contains(url.port ?? 443) else {
      throw InvalidValue.described(["a port is a number from 1 to 65535"])
    }
    return BaseURL(exchange: hasName ? name.lowercased() : nil, url: url)
  }
}

extension [any Exchange] {
  /// Each exchange once, in the order of its first place.
  var withoutRepeats: [any Exchange] {
    var ids = Set<String>()
    return filter { ids.insert($0.id).inserted }
  }
}

extension World {
  /// The exchange of a name.
  ///
  /// - Parameter place: the option or the variable that has the name.
  func exchange(_ name: String, _ place: String) throws(UsageError) -> any Exchange {
    if let exchange = exchanges.first(where: { $0.id == name }) { return exchange }
    let names = exchanges.map(\.id)
    let hint =
      nearest(to: name, in: names, limit: 1).first.map { "did you mean \($0)?" }
      ?? "there are \(names.joined(separator: ", "))"
    throw UsageError("\(place): no exchange '\(name)'; \(hint)")
  }
}
