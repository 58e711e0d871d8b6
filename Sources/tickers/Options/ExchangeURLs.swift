import Arguments
import Foundation
import MarketCore

/// The URLs of exchanges in the occurrences of an option, such as `--url kraken=URL`.
struct ExchangeURLs: Sendable {
  typealias Value = (exchange: String?, url: URL)

  /// `exchange` is `nil` if the option names none. `place` is the option or the variable.
  private let urls: [(exchange: String?, url: URL, place: String)]
  private let option: Option

  init(_ invocation: Invocation, _ option: ValueOption<Value>) throws(UsageError) {
    self.option = option.option
    urls = try invocation.occurrences(of: option).map { base, occurrence in
      // In the environment, a URL without a name is for the default exchange.
      let standard = occurrence.variable == nil ? nil : World.exchanges[0].id.rawValue
      return (base.exchange ?? standard, base.url, occurrence.place)
    }
  }

  /// Throws if a name is not that of an exchange.
  func checkNames(in world: World) throws(UsageError) {
    for url in urls {
      if let name = url.exchange { _ = try world.exchange(name, url.place) }
    }
  }

  /// Throws if there are several exchanges, but a URL does not name its exchange.
  func check(of count: Int) throws(UsageError) {
    if count > 1, urls.contains(where: { $0.exchange == nil }) {
      let reason = "--\(option.name) needs a name with several exchanges, e.g. kraken=URL"
      throw UsageError(reason, of: "exchange", option.name)
    }
  }

  /// Returns the last URL that was given for an exchange.
  func url(of exchange: any Exchange) -> URL? {
    urls.last { $0.exchange ?? exchange.id.rawValue == exchange.id.rawValue }?.url
  }

  /// Parses `[NAME=]URL`. Throws if the URL has another scheme, or parts that a base URL cannot have.
  static func parse(
    _ text: String, schemes: [String], like example: String
  ) throws(InvalidValue) -> Value {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let hasName = !name.isEmpty && text.dropFirst(name.count).first == "="
    let rest = hasName ? String(text.dropFirst(name.count + 1)) : text
    guard let url = URL(string: rest), schemes.contains(url.scheme?.lowercased() ?? ""),
      let host = url.host(), !host.isEmpty
    else { throw .expected("a URL like \(example)") }
    // Foundation on Linux rejects IPv6 addresses, but with a less clear message.
    if host.contains(":") {
      throw .described(["IPv6 literals are not supported; use a host name"])
    }
    guard url.user() == nil, url.query() == nil, url.fragment() == nil else {
      throw .described(["a base URL cannot have a user, password, query or fragment"])
    }
    guard (1...65_535).contains(url.port ?? 443) else {
      throw .described(["invalid port; expected 1 to 65535"])
    }
    return (hasName ? name.lowercased() : nil, url)
  }
}

extension URL {
  var isLoopback: Bool {
    let host = host()?.lowercased() ?? ""
    let isIPv4 =
      host.split(separator: ".").count == 4 && host.allSatisfy { $0 == "." || $0.isNumber }
    return host == "localhost" || isIPv4 && host.hasPrefix("127.")
  }
}
