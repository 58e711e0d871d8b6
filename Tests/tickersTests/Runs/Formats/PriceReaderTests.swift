import Foundation
import MarketCore
import StubExchange
import Terminal
import TestTools
import Testing

/// Price directives, read by hledger, ledger and Beancount if they are installed.
@Suite(.startsPrograms)
struct PriceReaderTests {
  private typealias Price = PriceReader.Price

  private static let replay = ["--replay", Repository.fixtures.path]

  /// The format that a program reads.
  private func format(of reader: PriceReader) -> [String] {
    ["-o", reader == .beancount ? "beancount" : "ledger"]
  }

  /// The prices that a program reads in the output of a command, sorted.
  private func read(_ arguments: [String], by reader: PriceReader) async throws -> [Price] {
    let outcome = await TestWorld().run(arguments + format(of: reader))
    #expect(outcome.status == 0)
    return try sorted(reader.prices(outcome.output))
  }

  private func sorted(_ prices: [Price]) -> [Price] {
    prices.sorted { "\($0)" < "\($1)" }
  }

  /// The prices of the other formats that a program has names for, sorted.
  private func expected(
    _ arguments: [String], from field: String, at time: String, by reader: PriceReader
  ) async throws -> [Price] {
    let outcome = await TestWorld().run(arguments + ["-o", "tsv", "--quiet"])
    let prices = try DataFormat.tsv.rows(outcome.output).compactMap { row -> Price? in
      guard let symbol = row["symbol"], let amount = row[field], amount != "0",
        row["complete"] != "false"
      else { return nil }
      return price(of: symbol, amount, date: String(row[time]?.prefix(10) ?? ""), by: reader)
    }
    return sorted(prices)
  }

  /// A price under the names that a program takes; `nil` where it takes none.
  private func price(
    of symbol: String, _ amount: String, date: String, by reader: PriceReader
  ) -> Price? {
    let pair = Pair(symbol: symbol)
    guard let base = pair.base?.controlsReplaced, let quote = pair.quote?.controlsReplaced,
      base != quote
    else { return nil }
    for name in [base, quote] {
      let isName =
        reader == .beancount
        ? name.wholeMatch(of: /[A-Z][A-Z0-9'._-]{0,22}[A-Z0-9]/) != nil
          && !["TRUE", "FALSE", "NULL"].contains(name)
        : !["h", "m", "s", "%"].contains(name) && name.utf8.count < 256
          && !name.unicodeScalars.contains { "\";\\".unicodeScalars.contains($0) }
      guard isName else { return nil }
    }
    return Price(date: date, base: base, amount: amount, quote: quote)
  }

  /// Exchanges whose prices are read together: Beancount takes long to start, and keeps equal prices.
  private static let readings: [(PriceReader, [String])] = PriceReader.installed.flatMap { reader in
    let exchanges = Exchanges.all.map(\.id.rawValue)
    return reader == .beancount ? [(reader, exchanges)] : exchanges.map { (reader, [$0]) }
  }

  @Test(arguments: readings)
  func `the prices of an exchange are read as they are`(
    reader: PriceReader, exchanges: [String]
  ) async throws {
    var (directives, all) = ("", [Price]())
    for exchange in exchanges {
      let arguments = ["list", "--once", "-e", exchange] + Self.replay
      let expected = try await expected(arguments, from: "last", at: "as_of", by: reader)
      #expect(expected.count > 20)
      all += expected
      directives += await TestWorld().run(arguments + format(of: reader)).output
    }
    #expect(try sorted(reader.prices(directives)) == sorted(all))
  }

  @Test(arguments: PriceReader.installed)
  func `a history is read as it is`(reader: PriceReader) async throws {
    let arguments = ["history", "BTC-USD", "-e", "kraken"] + Self.replay
    let expected = try await expected(arguments, from: "close", at: "time", by: reader)
    #expect(expected.count == 29)
    #expect(try await read(arguments, by: reader) == expected)
  }

  @Test(.enabled(if: PriceReader.installed.contains(.beancount)))
  func `beancount takes several prices of a day`() async throws {
    let arguments = ["price", "BTC-USD", "--count", "3"] + Self.replay
    let prices = try await read(arguments, by: .beancount)
    #expect(Set(prices.map(\.date)) == ["2026-11-20"])
    #expect(prices.map(\.amount) == ["27408.99", "27412.35", "27412.94"])
  }

  @Test(
    arguments: PriceReader.installed,
    [OddTextTests.symbols, OddTextTests.joined, HostileNamesTests.names, Self.oddities])
  func `no name breaks a line`(reader: PriceReader, symbols: [String]) async throws {
    let exchange = try OddTextTests.exchange(symbols)
    let outcome = await TestWorld().run(
      ["list", "--once", "--url", exchange.url.absoluteString] + format(of: reader))
    #expect(outcome.status == 0)
    #expect(!outcome.output.unicodeScalars.contains { $0.isControl && $0 != "\n" })
    let prices = try reader.prices(outcome.output)
    let date = String((prices.first?.date ?? "").prefix(10))
    let expected = symbols.compactMap { price(of: $0, "2", date: date, by: reader) }
    #expect(sorted(Array(Set(prices))) == sorted(Array(Set(expected))))
    #expect(outcome.errors.contains("names not valid in ") == (expected.count < symbols.count))
  }

  /// Names that one of the programs takes for something else.
  private static let oddities: [String] = {
    let names = [
      "h", "m", "s", "%", "and", "or", "not", "div", "true", "false", "if", "else", "TRUE", "FALSE",
      "NULL", "NOT", "A", "T", "1", "0x", "E5", "1E5", "A;", "A\"", "\"", "\\", "A;B", "  ", "A  B",
      "A@B", "A@@B", "{1}", "[2026-11-20]", "(a)", "A=B", "€", "$", "\u{A0}", "\u{3000}",
      "A\u{2028}B",
      "\u{200B}", "\u{FEFF}", "½", "٣", "14:00:00", "2026-11-20", "P", "-5", "5", "A#B", "A~B",
      "A*",
      String(repeating: "A", count: 24), String(repeating: "A", count: 25),
      String(repeating: "A", count: 255), String(repeating: "A", count: 256),
      String(repeating: "é", count: 127), String(repeating: "é", count: 128),
    ]
    return names.flatMap { ["\($0)-USD", "USD-\($0)"] }
  }()
}
