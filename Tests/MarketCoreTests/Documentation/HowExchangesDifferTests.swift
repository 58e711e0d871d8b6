import Foundation
import Testing

@testable import MarketCore

/// The tables of the article about the exchanges. The tables are made from the descriptions of the
/// exchanges and from recorded data.
///
/// `UPDATE_CASES=1 swift test --filter HowExchangesDifferTests` regenerates them.
struct HowExchangesDifferTests {
  @Test func `the tables say what the exchanges offer`() async throws {
    var (prices, history) = ([String](), [String]())
    var (streams, instruments) = ([String](), [String]())
    for exchange in Exchanges.all {
      prices.append(Self.row(try await Self.prices(of: exchange)))
      history.append(Self.row(Self.history(of: exchange)))
      streams.append(Self.row(Self.streams(of: exchange)))
      instruments.append(Self.row(try await Self.instruments(of: exchange)))
    }
    let tables = [prices, history, streams, instruments]
    var lines = try Articles.lines("HowExchangesDiffer")
    if ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1" {
      for (table, place) in zip(tables, Self.tables(in: lines)).reversed() {
        lines.replaceSubrange(place, with: table)
      }
      try Articles.write(lines, to: "HowExchangesDiffer")
    }
    #expect(Self.tables(in: lines).map { Array(lines[$0]) } == tables)
  }

  /// The places of the rows of each table, without its heading.
  private static func tables(in lines: [String]) -> [Range<Int>] {
    lines.indices.filter { lines[$0].hasPrefix("| --- |") }.map { heading in
      let end = lines[heading...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
      return heading + 1..<end
    }
  }

  private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  private static func word(_ isSo: Bool) -> String { isSo ? "yes" : "no" }

  private static func prices(of exchange: any Exchange) async throws -> [String] {
    let info = exchange.info
    let tickers = try await Articles.client(of: exchange).tickers().get().value
    let reference =
      switch info.changeReference {
      case .dayAgo: "24 hours ago"
      case .utcDay: "00:00 UTC"
      }
    let quotes =
      info.hasQuotesPerPair
      ? "one request per pair" : word(tickers.contains { $0.bid != nil && $0.ask != nil })
    let pair = try #require(
      ["BTC-USD", "BTC-USDT", "BTC-EUR"].map(Pair.init(symbol:))
        .first(where: tickers.map(\.pair).contains))
    let book = try await Articles.client(of: exchange).book(of: pair).get().value
    return [
      "`\(info.id)`", info.title, reference, quotes,
      info.bookLimit.map(String.init) ?? "all", word(book.bids.contains { $0.orders != nil }),
      word(info.hasOrders),
    ]
  }

  private static func history(of exchange: any Exchange) -> [String] {
    let info = exchange.info
    let limit = info.limit.map { limit in
      let requests = limit.count == 1 ? "1 request" : "\(limit.count) requests"
      return
        "\(limit.name == "weight" ? "weight \(limit.count)" : requests) per \(unit(limit.window))"
    }
    return [
      "`\(info.id)`",
      info.periods.isEmpty ? "none" : info.periods.map(\.rawValue).joined(separator: " "),
      info.periods.isEmpty ? "none" : info.historyDepth.map(String.init) ?? "all",
      "\(info.minimumPollInterval.components.seconds) s", limit ?? "see below",
    ]
  }

  private static func streams(of exchange: any Exchange) -> [String] {
    guard let stream = exchange.stream else {
      return ["`\(exchange.id)`", "no", "none", "none", "none", "none"]
    }
    typealias Columns = Ticker.Columns
    let values = [
      Columns.last, Columns.bid, Columns.ask, Columns.open, Columns.high, Columns.low,
      Columns.volume,
    ]
    let sent = stream.columns(1)
    return [
      "`\(exchange.id)`", word(stream.reasonAgainst == nil),
      values.filter(sent.contains).map(\.name).joined(separator: ", "),
      stream.pairLimit.map(String.init) ?? "all",
      stream.pairsPerConnection.map(String.init) ?? "all",
      "\(stream.silence.components.seconds) s",
    ]
  }

  private static func unit(_ window: Duration) -> String {
    switch window {
    case .seconds(1): "second"
    case .seconds(60): "minute"
    default: "\(window.components.seconds) s"
    }
  }

  private static func instruments(of exchange: any Exchange) async throws -> [String] {
    let rows = try await Articles.client(of: exchange).instruments().get().value
    return [
      "`\(exchange.id)`", word(exchange.info.hasNames), word(rows.contains { $0.state != nil }),
      word(rows.contains { $0.tickSize != nil }), word(rows.contains { $0.minimumOrder != nil }),
      word(rows.contains { $0.minimumNotional != nil }),
    ]
  }
}
