import Arguments
import Foundation
import MarketCore
import Spelling

/// Which exchange is asked, and at which URL.
struct ExchangeOptions: OptionGroup {
  /// A URL, and the exchange that it is of; `nil` for the one that is asked.
  struct BaseURL: Sendable {
    let exchange: String?
    let url: URL
  }

  private static let exchangeOption = ValueOption(
    Option(
      "exchange", short: "e",
      .value(placeholder: "NAME", candidates: .words(Exchanges.all.map(\.id))),
      help: "The exchange: \(Exchanges.all.map(\.id).joined(separator: ", "))",
      defaultText: "TICKERS_EXCHANGE, else \(Exchanges.standard.id)")
  ) { text throws(InvalidValue) in try names(text) }

  private static let urlOption = ValueOption(
    Option(
      "url", .value(placeholder: "[NAME=]URL"),
      help: "Base URL of an exchange, or of a server like it",
      defaultText: "TICKERS_URL, else its own", repeats: true, addsToLower: true),
    parse: baseURL)

  static let options = [exchangeOption.option, urlOption.option]

  /// The names that were given, in lower case; `nil` without any.
  let names: Invocation.Given<[String]>?
  /// The URLs that were given, of which the last one of an exchange counts.
  let urls: [Invocation.Given<BaseURL>]

  init(_ invocation: Invocation) throws(UsageError) {
    names = try invocation.given(Self.exchangeOption).last
    urls = try invocation.given(Self.urlOption)
  }

  /// The exchange that was chosen; `nil` when none was.
  ///
  /// - Parameter prefix: the one that a symbol names, which beats the options.
  func exchange(in world: World, prefix: String?) throws(UsageError) -> (any Exchange)? {
    for base in urls {
      if let name = base.value.exchange { _ = try world.exchange(name, base.place) }
    }
    let chosen = try names.map { names throws(UsageError) in
      try names.value.map { name throws(UsageError) in try world.exchange(name, names.place) }
    }
    if let prefix { return try world.exchange(prefix, "SYMBOL") }
    if let names, names.value.count > 1 {
      throw UsageError("\(names.place): one exchange at a time")
    }
    return chosen?.first
  }

  /// The base URL of an exchange: the last one that was given, else its own.
  func url(of exchange: any Exchange) -> URL {
    let given = urls.last { base in
      switch base.origin {
      // Of the environment, a URL without a name is not of whichever exchange is asked.
      case .environment: (base.value.exchange ?? Exchanges.standard.id) == exchange.id
      case .commandLine, .file: (base.value.exchange ?? exchange.id) == exchange.id
      }
    }
    return given?.value.url ?? exchange.url
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
