import Foundation
import StubExchange
import Terminal
import TestTools
import Testing

/// Symbols and names with odd characters, in every format.
@Suite(.fewAtATime)
struct OddTextTests {
  static let symbols = [
    "A\tB-USD", "A\nB-USD", "A\rB-USD", "\"A\"-USD", "A,B-USD", "A\\B-USD",
    "A\\tB-USD", "A|B-USD", "A\\|B-USD", "A\\-US\\", "A=B-USD", "=1+1-USD", "\u{1B}[31mA\u{7}-USD",
    "\u{9B}2JA-USD", "\u{202E}A\u{2069}\u{200F}-USD", "\u{7F}A\u{0}-USD", "A\u{2028}B\u{2029}C-USD",
    "👩‍👩‍👧‍👦-USD", "A", "-USD",
    "A-", "A-B-USD", " A - B ", "{A}-USD", "'A'-USD", "<b>&amp;-USD", "Ä́é-USD", "#-USD",
    "%n%s%@%d-USD", "--help", "--url=http://x-USD", "../../x-USD", "$(id)-USD", "\\033[2J-USD",
  ]
  /// A sign that is joined to the one before it must not hide that one.
  static let joined = [
    "A\r\nB-USD",
    "A,\u{301}-USD", "A\"\u{301}-USD", "A|\u{301}-USD", "A\\\u{301}-USD", "A\\\u{200D}-USD",
  ]

  static func exchange(_ symbols: [String]) throws -> StubExchange {
    func json(_ text: String) throws -> String {
      String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
    let rows = try symbols.map {
      "{\"symbol\":\(try json($0)),\"last_trade_price\":2,\"price_24h\":1,\"volume_24h\":3}"
    }
    let instruments = try symbols.map {
      "\(try json($0)):{\"base_currency\":\"A\",\"counter_currency\":\"B\",\"status\":\(try json($0))}"
    }
    return try .market(
      tickers: "[\(rows.joined(separator: ","))]",
      symbols: "{\(instruments.joined(separator: ","))}")
  }

  /// What a format can hold of a text.
  private func kept(_ text: String, in format: DataFormat) -> String {
    guard format != .json, format != .ndjson else { return text }
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      format == .tsv && "\t\n".unicodeScalars.contains(scalar) || !scalar.isControl
        ? scalar : "\u{FFFD}"
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private func expectBack(_ symbol: String) async throws {
    let exchange = try Self.exchange([symbol])
    for command in [["list", "--once"], ["symbols"]] {
      let read = try await TestWorld().rows(command + ["--url", exchange.url.absoluteString])
      for (format, rows) in read {
        try #require(rows.count == 1, "\(format)")
        let (name, kept) = (rows[0]["symbol"] ?? "", kept(symbol, in: format))
        #expect(name.unicodeScalars.elementsEqual(kept.unicodeScalars), "\(format)")
      }
    }
  }

  @Test func `spaces in a currency are one in a table, where two begin a column`() async throws {
    let exchange = try Self.exchange(["A-B  C"])
    let outcome = await TestWorld().run([
      "list", "--once", "-c", "symbol,notional,volume", "--url", exchange.url.absoluteString,
    ])
    #expect(outcome.output.contains("A-B C      6 B C       3\n"))
  }

  @Test(arguments: symbols)
  func `a name comes back out of every format`(symbol: String) async throws {
    try await expectBack(symbol)
  }

  @Test(arguments: joined)
  func `a sign that joins the one before it does not hide it`(symbol: String) async throws {
    try await expectBack(symbol)
  }

  @Test(arguments: [
    ("A-B-USD", "A-B", "USD"), ("A", nil, nil), ("-USD", nil, nil), ("A-", nil, nil),
    ("A|B-U\\", "A|B", "U\\"),
  ])
  func `base and quote are the same in every format`(symbol: String, base: String?, quote: String?)
    async throws
  {
    let exchange = try Self.exchange([symbol])
    let arguments = ["list", "--once", "--url", exchange.url.absoluteString]
    for (format, rows) in try await TestWorld().rows(arguments) {
      try #require(rows.count == 1)
      #expect(rows[0]["base"] == base && rows[0]["quote"] == quote, "\(format)")
    }
  }

  @Test(arguments: [
    ["list", "-o", "table"], ["list", "-o", "tsv"], ["list", "-o", "csv"], ["list", "-o", "json"],
    ["list", "-o", "ndjson"], ["list", "-o", "markdown"], ["list", "-o", "openmetrics"],
    ["list", "-o", "ledger"], ["list", "-o", "beancount"],
    ["list", "-t", "{symbol} {base:raw}"], ["symbols"], ["symbols", "-o", "tsv"],
    ["symbols", "-o", "csv"], ["symbols", "-o", "json"], ["symbols", "-o", "ndjson"],
    ["symbols", "-o", "markdown"],
  ])
  func `no output holds what a terminal obeys`(arguments: [String]) async throws {
    let exchange = try Self.exchange(Self.symbols)
    let url = ["--once", "--url", exchange.url.absoluteString]
    let outcome = await TestWorld().run(arguments + url)
    #expect(outcome.status == 0)
    let allowed: [Unicode.Scalar] = arguments.contains("tsv") ? ["\n", "\t"] : ["\n"]
    let found = (outcome.output + outcome.errors).unicodeScalars
      .filter { $0.isControl && !allowed.contains($0) }
    #expect(found.isEmpty)
    // Not of a line a row.
    if ["openmetrics", "ledger", "beancount"].contains(arguments.last ?? "") { return }
    let lines = outcome.output.unicodeScalars.filter { $0 == "\n" }.count
    let surplus = ["table": 1, "symbols": 1, "tsv": 1, "csv": 1, "markdown": 2]
    let isBare = ["json", "ndjson", "-t"].contains { arguments.contains($0) }
    let heading = isBare ? 0 : arguments.compactMap { surplus[$0] }.max() ?? 0
    #expect(lines == (arguments.contains("json") ? 1 : Self.symbols.count + heading))
  }
}
