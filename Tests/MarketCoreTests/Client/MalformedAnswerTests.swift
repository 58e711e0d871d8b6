import Foundation
import MarketCore
import Testing

/// Responses that are not the expected JSON.
struct MalformedAnswerTests {
  @Test(arguments: [
    ("", "empty body"), ("<!DOCTYPE html>", page), (" \r\n\t<html>", page),
    ("Internal server error", "not JSON"), (" ", "not JSON"), ("[", "not JSON"),
    ("[{]", "not JSON"), ("[] []", "not JSON"),
    ("NaN", "not JSON"),
    ("null", "null"), ("{}", "not a list"), ("1", "not a list"),
    (#""<""#, "not a list"), (#"{"symbol":"BTC-USD"}"#, "not a list"),
    ("[1]", "[0] is not an object"), ("[null, 1]", "[0] is null"),
    ("[{}]", "[0].symbol is missing"),
    (#"[{"symbol":"A-B","price_24h":true},{}]"#, "A-B: price_24h is not a number"),
  ])
  func `a list of tickers that can not be understood says why`(
    body: String, reason: String
  ) async {
    let client = MarketClient.stub { _ in .success(.text(body)) }
    await #expect(throws: MarketError.malformed(reason)) { try await client.tickers().get() }
  }

  @Test(arguments: [
    ("", "empty body"), ("<p>", page), ("[]", "not an object"), ("{}", "symbol is missing"),
    (#"{"symbol":"A-B","asks":[]}"#, "bids is missing"),
    (#"{"symbol":"A-B","bids":[]}"#, "asks is missing"),
    (#"{"symbol":"A-B","bids":null,"asks":[]}"#, "bids is null"),
    (#"{"symbol":"A-B","bids":[],"asks":{}}"#, "asks is not a list"),
    (#"{"symbol":1,"bids":[],"asks":[]}"#, "symbol is not text"),
  ])
  func `a book that can not be understood says why`(body: String, reason: String) async {
    let client = MarketClient.stub { _ in .success(.text(body)) }
    await #expect(throws: MarketError.malformed(reason)) {
      try await client.book(of: Pair(symbol: "A-B")).get()
    }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"{"symbol":"A-B","bids":["#, "]}")])
  func `an answer that is nested too deeply is malformed`(opening: String, closing: String) async {
    let body = [opening, closing].map { String(repeating: $0, count: 20_000) }.joined()
    let client = MarketClient.stub { _ in .success(.text(body)) }
    let reason = MarketError.malformed("not JSON")
    await #expect(throws: reason) { try await client.tickers().get() }
    await #expect(throws: reason) { try await client.book(of: Pair(symbol: "A-B")).get() }
  }

  @Test(arguments: [
    ("[]", "not an object"), ("null", "null"),
    (#"{"A-B":1}"#, "A-B: not an object"),
    (#"{"A-B":{"base_currency":"A"}}"#, "A-B: counter_currency is missing"),
  ])
  func `a list of symbols that can not be understood says why`(
    body: String, reason: String
  ) async {
    let client = MarketClient.stub { _ in .success(.text(body)) }
    await #expect(throws: MarketError.malformed(reason)) { try await client.instruments().get() }
  }

  @Test(
    arguments: [
      [0xFF], [0x5B, 0xC3, 0x28, 0x5D],
      Array(#"[{"symbol":""#.utf8) + [0xC3, 0x28, 0x22, 0x7D, 0x5D],
      [0x00], [0x5B, 0x00, 0x5D],
    ] as [[UInt8]])
  func `bytes that are no text are malformed`(bytes: [UInt8]) async {
    let client = MarketClient.stub { _ in .success(.init(body: Data(bytes))) }
    let error = await #expect(throws: MarketError.self) { try await client.tickers().get() }
    guard case .malformed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `one row, and one instrument, that can not be understood is no answer`() async {
    let client = MarketClient.stub { _ in
      .success(.text(#"{"symbol":"A-B","last_trade_price":[]}"#))
    }
    let reason = "last_trade_price is not a number"
    await #expect(throws: MarketError.malformed(reason)) {
      try await client.ticker(of: Pair(symbol: "A-B")).get()
    }
    await #expect(throws: MarketError.malformed("base_currency is missing")) {
      try await client.instrument(of: Pair(symbol: "A-B")).get()
    }
  }

  @Test func `a book of which no entry can be understood is no answer`() async {
    let client = MarketClient.stub { _ in
      .success(.text(#"{"symbol":"A-B","bids":[{"px":"x","qty":1}],"asks":[{}]}"#))
    }
    await #expect(throws: MarketError.self) { try await client.book(of: Pair(symbol: "A-B")).get() }
  }

  @Test func `another pair's answer is not this pair's`() async {
    let client = MarketClient.stub { _ in .success(.text(#"{"symbol":"X-Y","bids":[],"asks":[]}"#))
    }
    await #expect(throws: MarketError.self) { try await client.book(of: Pair(symbol: "A-B")).get() }
  }
}

private let page = "got HTML instead of JSON (captive portal?)"
