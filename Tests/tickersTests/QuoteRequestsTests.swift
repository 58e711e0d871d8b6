import Foundation
import StubExchange
import TestTools
import Testing

/// Which requests `list` makes for bid and ask of Coinbase.
@Suite(.fewAtATime)
struct QuoteRequestsTests {
  private static let products = ["BTC-EUR", "BTC-USD", "ETH-USD"]

  private static func body(_ path: String) -> String {
    let rows = products.map { #""\#($0)":{"stats_24hour":{"last":"2","volume":"1"}}"# }
    let listed = products.map { #"{"id":"\#($0)","status":"online"}"# }
    return switch path {
    case "products/stats": "{\(rows.joined(separator: ","))}"
    case "products": "[\(listed.joined(separator: ","))]"
    case "currencies": "[]"
    case "products/BTC-USD/stats": #"{"last":"2"}"#
    default: path.hasSuffix("/ticker") ? #"{"bid":"1","ask":"3"}"# : "{}"
    }
  }

  /// The paths that a command requests, in order of their names, and what it prints.
  private func requests(
    _ arguments: [String]
  ) async throws -> (paths: [String], outcome: TestWorld.Outcome) {
    let exchange = try StubExchange { request in
      .json(Self.body(String(request.path.trimmingPrefix("/v3/exchange/"))))
    }
    let outcome = await TestWorld().run(
      arguments + ["-e", "coinbase", "--url", exchange.url.absoluteString])
    #expect(outcome.status == 0)
    let paths = exchange.requests.map { String($0.path.trimmingPrefix("/v3/exchange/")) }
    return (paths.filter { $0 != "currencies" }.sorted(), outcome)
  }

  @Test(arguments: ["json", "csv", "tsv", "ndjson", "markdown", "table", "openmetrics"])
  func `none in a format that shows all fields`(format: String) async throws {
    let (paths, outcome) = try await requests(["list", "--once", "-o", format])
    #expect(paths == ["products/stats"])
    #expect(outcome.output.contains("BTC-USD") || format == "openmetrics")
  }

  @Test(arguments: [
    ["-c", "symbol,bid"], ["-t", "{spread_bp}"], ["-w", "ask > 1", "-o", "json"],
    ["-s", "bid:desc"], ["-u", "bid > 0"],
  ])
  func `one per pair that the filter keeps where an option names them`(
    options: [String]
  ) async throws {
    let (paths, _) = try await requests(["list", "--once", "--filter", "*-USD"] + options)
    #expect(
      paths == ["products", "products/BTC-USD/ticker", "products/ETH-USD/ticker", "products/stats"])
  }

  @Test func `that of its pair for a price`() async throws {
    let (paths, _) = try await requests(["price", "BTC-USD"])
    #expect(paths == ["products/BTC-USD/stats"])
    let (shown, outcome) = try await requests(["price", "BTC-USD", "-c", "bid,ask", "-o", "csv"])
    #expect(shown == ["products/BTC-USD/stats", "products/BTC-USD/ticker"])
    #expect(outcome.output == "bid,ask\n1,3\n")
  }
}
