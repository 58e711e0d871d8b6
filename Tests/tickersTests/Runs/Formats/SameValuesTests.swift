import Foundation
import Testing

/// The values of the same recorded polls in all formats for data.
@Suite(.timeLimit(.minutes(20))) struct SameValuesTests {
  private static let polls = ["--interval", "0.001", "--replay", Repository.fixtures.path]
  private static let texts: Set = [
    "exchange", "symbol", "base", "quote", "name", "change_from", "status", "state", "side",
    "as_of",
  ]
  private static let books = [
    "BTC-EUR", "BTC-TRY", "BTC-USD", "DGLD-BTC", "ETH-USD", "LEND-USDC", "USDT-USD", "XLM-BTC",
  ]

  /// The rows, once it is sure that all formats agree on them and write numbers plainly.
  private func agreed(_ arguments: [String]) async throws -> [DataFormat.Row] {
    let read = try await TestWorld().rows(arguments + Self.polls)
    let rows = try #require(read[.tsv])
    for format in DataFormat.allCases {
      let others = read[format]?.map { row in
        // Beside the columns asked for, a line of ndjson has its time.
        arguments.first == "list" ? row : row.filter { $0.key != "as_of" }
      }
      #expect(others == rows, "\(format)")
    }
    for row in rows {
      for (field, value) in row where !Self.texts.contains(field) {
        #expect(isPlainNumber(value), "\(field)")
      }
    }
    return rows
  }

  private func answer(_ path: String) throws -> JSONText {
    try JSONText(
      String(
        contentsOf: Repository.fixtures.appending(path: "blockchain/\(path).json"), encoding: .utf8)
    )
  }

  /// The everyday codes of those that the exchange has in the recording, of which none is listed itself.
  private static let everydayCodes = [
    "PAX": "USDP", "CLOUT": "DESO", "WLUNA": "LUNC", "MATIC": "POL",
  ]

  private static func everyday(_ row: DataFormat.Row) -> DataFormat.Row {
    var row = row
    row["symbol"] = everydayCodes.reduce(row["symbol"] ?? "") { symbol, code in
      symbol.replacing(code.key, with: code.value)
    }
    return row
  }

  @Test func `tickers have the digits that were sent, in every format`() async throws {
    let sent = try (1...12).flatMap { poll in
      try answer("tickers/\(poll)").elements.map(\.known).map(Self.everyday)
        .sorted { ($0["symbol"] ?? "") < ($1["symbol"] ?? "") }
    }
    let rows = try await agreed(["list", "-s", "symbol", "--count", "12"])
    try #require(rows.count == sent.count)
    for (row, sent) in zip(rows, sent) {
      #expect(row["symbol"] == sent["symbol"])
      for (field, name) in [
        ("last", "last_trade_price"), ("open", "price_24h"), ("volume", "volume_24h"),
      ] {
        #expect(row[field] == sent[name].map(plainDigits), "\(field) of \(row)")
      }
    }
  }

  @Test(arguments: books)
  func `books have the digits that were sent, in every format`(pair: String) async throws {
    var sent: [DataFormat.Row] = []
    for poll in 1...6 {
      let book = try answer("l2/\(pair)/\(poll)")
      for side in ["bid", "ask"] {
        let levels = (book["\(side)s"]?.elements ?? []).map(\.known).sorted {
          let (one, other) = (Double($0["px"] ?? "") ?? 0, Double($1["px"] ?? "") ?? 0)
          return side == "bid" ? one > other : one < other
        }
        sent += levels.map { level in
          ["price": level["px"], "quantity": level["qty"], "orders": level["num"]]
            .compactMapValues { $0.map(plainDigits) }.merging(["side": side]) { $1 }
        }
      }
    }
    let rows = try await agreed(["book", pair, "--depth", "all", "--count", "6"])
    #expect(
      rows.map { $0.filter { ["side", "price", "quantity", "orders"].contains($0.key) } } == sent)
  }

  @Test(arguments: [
    ["--group", "0.07"], ["--orders"], ["--columns", "side,bar,total,price"],
  ])
  func `a book has the same values in every format, whatever is asked for`(
    options: [String]
  ) async throws {
    let rows = try await agreed(["book", "BTC-USD", "--count", "3"] + options)
    #expect(rows.count == 60)
    #expect(rows.allSatisfy { $0["total"] != nil })
  }

  @Test func `symbols have the sizes that were sent, in every format`() async throws {
    let sizes = [
      ("tick_size", "min_price_increment"), ("lot_size", "lot_size"),
      ("min_order", "min_order_size"), ("max_order", "max_order_size"),
    ]
    let sent = try answer("symbols/1")
    let rows = try await agreed(["symbols", "--count", "1"])
    #expect(rows.count == sent.elements.count)
    for row in rows {
      let known = try #require(
        sent[
          Self.everydayCodes.reduce(row["symbol"] ?? "") { symbol, code in
            symbol.replacing(code.value, with: code.key)
          }]
      ).known
      for (field, name) in sizes {
        let size = "\(known[name] ?? "")e-\(known["\(name)_scale"] ?? "")"
        #expect(row[field] == plainDigits(size), "\(field) of \(row)")
      }
      #expect(row["status"] == known["status"] && row["id"] == known["id"])
    }
  }

  @Test func `change, percent and notional follow from what was sent`() async throws {
    for row in try await agreed(["list", "--count", "1"]) {
      func number(_ field: String) -> Decimal? { row[field].flatMap { Decimal(string: $0) } }
      let (last, open) = (try #require(number("last")), try #require(number("open")))
      let isTraded = !last.isZero && !open.isZero
      #expect(number("change") == (isTraded ? last - open : nil), "\(row)")
      #expect(number("notional") == last * (try #require(number("volume"))), "\(row)")
      guard let percent = number("percent") else {
        #expect(!isTraded)
        continue
      }
      let exact = (last - open) * 100 / open
      #expect(abs(percent - exact) <= Decimal(string: "0.0000005") ?? 0, "\(row)")
    }
  }
}
