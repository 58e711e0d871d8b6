import Foundation
import RandomInputs
import Synchronization
import Testing

@testable import MarketCore

/// Candles that an exchange sends twice, on every exchange with candles.
extension CommonTests {
  static let marketsWithCandles = markets.filter { $0.exchange.info.periods.contains(.oneHour) }

  @Test(arguments: marketsWithCandles)
  func `a period that is sent twice alike is one candle, without a word`(
    market: Market
  ) async throws {
    let page = try await CandlePage(market)
    let once = try await page.candles()
    #expect(once.value.count > 24 && once.warnings == [])
    let (rows, row) = (page.rows, page.rows[3])
    for repeated in [
      rows[...3] + [row] + rows[4...], rows + [row], rows + rows, rows + rows.reversed() + rows,
    ] {
      let twice = try await page.candles(Array(repeated))
      #expect(twice.value == once.value)
      #expect(twice.warnings == [])
    }
  }

  @Test(arguments: marketsWithCandles)
  func `of two candles of a period the later one of the answer counts, with a warning`(
    market: Market
  ) async throws {
    let page = try await CandlePage(market)
    let once = try await page.candles().value
    let rows = page.rows
    let changed = page.row(rows[5], at: rows[3])
    let original = try await page.candles([rows[3]]).value[0]
    let other = try await page.candles([changed]).value[0]
    #expect(original.time == other.time && original != other)
    for (sent, kept) in [
      (rows + [changed], other), ([changed] + rows, original),
      // All before the last one are one warning.
      (rows + [changed, rows[3], changed], other), (rows + [changed, rows[3]], original),
    ] {
      let answer = try await page.candles(sent)
      #expect(answer.value == once.map { $0.time == kept.time ? kept : $0 })
      let time = kept.time.formatted(.iso8601)
      #expect(answer.warnings == [.rowSkipped("\(time): sent twice, with different values")])
    }
  }

  @Test(arguments: marketsWithCandles, UInt64(1)...3)
  func `of random repeats the last of each period counts`(
    market: Market, seed: UInt64
  ) async throws {
    var random = Seeded(state: seed)
    let page = try await CandlePage(market)
    var rows = page.rows
    for _ in 0..<20 {
      let (content, other) = (rows[.random(in: 0..<9, using: &random)], rows[7])
      let copy = Bool.random(using: &random) ? content : page.row(content, at: other)
      rows.insert(copy, at: .random(in: 0...rows.count, using: &random))
    }
    var (last, differing) = ([Double: Any](), Set<Double>())
    for row in rows {
      let time = try #require(page.time(of: row))
      if let before = last[time], try CandlePage.text(before) != CandlePage.text(row) {
        differing.insert(time)
      }
      last[time] = row
    }
    let answer = try await page.candles(rows)
    let expected = try await page.candles(last.sorted { $0.key < $1.key }.map(\.value))
    #expect(expected.warnings == [] && expected.value.count == last.count)
    #expect(answer.value == expected.value)
    #expect(answer.warnings.count == differing.count)
  }

  /// Whatever end is requested, the exchange sends all its candles.
  @Test(arguments: marketsWithCandles)
  func `a candle that is sent in several pages is one row, that of the newest page`(
    market: Market
  ) async throws {
    let page = try await CandlePage(market)
    let newest = try await page.candles().value
    // Older pages have other numbers for the same periods.
    let others = zip(page.rows, page.rows.dropFirst()).map { page.row($1, at: $0) }
    for rows in [page.rows, others] {
      let client = page.client(
        sending: try page.response(page.rows), then: try page.response(rows))
      let range = HistoryRange(
        .oneHour, count: nil, from: newest[0].time - 400 * 3_600, to: nil, now: page.asOf)
      let answer = try await client.history(of: page.pair, range).get()
      #expect(answer.value == newest)
      #expect(!answer.warnings.contains { "\($0)".contains("sent twice") })
    }
  }
}

/// The recorded response with the newest candles of one hour of an exchange.
private struct CandlePage {
  private enum Key { case index(Int), name(String) }

  let pair: Pair
  let asOf: Date
  /// The rows of candles, in the order in which they were sent.
  let rows: [Any]
  private let document: Any
  private let client: MarketClient
  /// The place of the time in a row.
  private let key: Key

  init(_ market: CommonTests.Market) async throws {
    pair = try await market.bitcoin()
    client = market.client
    let responses = Mutex<[Transport.Response]>([])
    asOf = try await client.observed { _, result, _ in
      if case .success(let response) = result { responses.withLock { $0.append(response) } }
    }.candles(of: pair, period: .oneHour).get().asOf
    let response = try #require(responses.withLock { $0.last { Self.hasCandles($0) } })
    document = try JSONSerialization.jsonObject(with: response.body)
    rows = try #require(Self.rows(in: document))
    key = try #require(Self.key(of: rows))
  }

  /// The candles of a response with these rows, by default those recorded.
  func candles(_ rows: [Any]? = nil) async throws -> Answer<[Candle]> {
    let response = try response(rows ?? self.rows)
    return try await client(sending: response, then: response)
      .candles(of: pair, period: .oneHour).get()
  }

  /// A client that gets a response for its first request of candles, and another for all others.
  func client(
    sending first: Transport.Response, then second: Transport.Response
  ) -> MarketClient {
    let count = Mutex(0)
    return client.with(
      Transport { [transport = client.transport] request in
        let result = await transport.send(request)
        if case .success(let response) = result, !Self.hasCandles(response) { return result }
        // An older page was not recorded.
        return .success(
          count.withLock {
            $0 += 1; return $0
          } == 1 ? first : second)
      })
  }

  func response(_ rows: [Any]) throws -> Transport.Response {
    let body = try JSONSerialization.data(
      withJSONObject: Self.document(document, with: rows) ?? document)
    return Transport.Response(body: body, receivedAt: asOf)
  }

  func time(of row: Any) -> Double? { Self.number(in: row, key) }

  /// A row with the time of another.
  func row(_ content: Any, at other: Any) -> Any {
    switch key {
    case .index(let index):
      guard var row = content as? [Any], let other = other as? [Any] else { return content }
      row[index] = other[index]
      return row
    case .name(let name):
      guard var row = content as? [String: Any], let other = other as? [String: Any] else {
        return content
      }
      row[name] = other[name]
      return row
    }
  }

  static func text(_ row: Any) throws -> Data {
    try JSONSerialization.data(withJSONObject: row, options: .sortedKeys)
  }

  private static func hasCandles(_ response: Transport.Response) -> Bool {
    let document = try? JSONSerialization.jsonObject(with: response.body)
    return document.flatMap(rows) != nil
  }

  private static func number(in row: Any, _ key: Key) -> Double? {
    let value: Any? =
      switch key {
      case .index(let index): (row as? [Any]).flatMap { index < $0.count ? $0[index] : nil }
      case .name(let name): (row as? [String: Any])?[name]
      }
    let text = value as? String
    // Upbit sends the time in UTC, without a `Z`.
    return text.flatMap(Double.init)
      ?? text.flatMap { Date(rfc3339: "\($0)Z")?.timeIntervalSince1970 }
      ?? (value as? NSNumber)?.doubleValue
  }

  /// The first place at which all rows have another number that is larger than prices and volumes of
  /// Bitcoin.
  private static func key(of rows: [Any]) -> Key? {
    let keys =
      (rows.first as? [Any]).map { $0.indices.map(Key.index) }
      ?? (rows.first as? [String: Any])?.keys.sorted().map(Key.name) ?? []
    return keys.first { key in
      let numbers = rows.compactMap { number(in: $0, key) }.filter { $0 > 1e9 }
      return Set(numbers).count == rows.count
    }
  }

  private static func rows(in value: Any) -> [Any]? {
    if let rows = value as? [Any], rows.count > 1, key(of: rows) != nil { return rows }
    let parts = value as? [Any] ?? (value as? [String: Any]).map { Array($0.values) } ?? []
    return parts.lazy.compactMap(rows).first
  }

  /// A document with other rows in the place of its own; `nil` if it has none.
  private static func document(_ value: Any, with rows: [Any]) -> Any? {
    if let own = value as? [Any], own.count > 1, key(of: own) != nil { return rows }
    guard let members = value as? [String: Any] else { return nil }
    for (name, member) in members {
      guard let changed = document(member, with: rows) else { continue }
      return members.merging([name: changed]) { $1 }
    }
    return nil
  }
}
