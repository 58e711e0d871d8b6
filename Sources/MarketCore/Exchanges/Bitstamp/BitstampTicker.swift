import Foundation

extension Bitstamp {
  /// A pair as it is spelled in lists, `BTC/USD`; `nil` when it is something else.
  static func pair(_ name: String) -> Pair? {
    let codes = name.uppercased().split(omittingEmptySubsequences: false) { $0 == "/" }
    guard codes.count == 2, codes.allSatisfy({ !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    return Pair(base: String(codes[0]), quote: String(codes[1]))
  }

  /// Whether a row is a spot market; one that says nothing is, as all were until 2023. A perpetual is
  /// `PERPETUAL`, and called `BTC/USD-PERP`.
  static func isSpot(_ marketType: String?, _ name: String) -> Bool {
    marketType ?? "SPOT" == "SPOT" && !name.hasSuffix("-PERP")
  }

  /// An answer of `/ticker/`: all tickers, or the one that was asked for.
  struct WireTickers: Decodable {
    let single: WireTicker?
    let spot: [(pair: Pair, row: WireTicker)]
    let warnings: [Warning]

    init(from decoder: any Decoder) throws {
      guard (try? decoder.unkeyedContainer()) != nil else {
        let keys = try decoder.container(keyedBy: WireTicker.CodingKeys.self)
        // Any member may be missing from a row, but an object without this one is something else.
        guard keys.contains(.last) else {
          throw DecodingError.keyNotFound(
            WireTicker.CodingKeys.last,
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no ticker"))
        }
        (single, spot, warnings) = (try WireTicker(from: decoder), [], [])
        return
      }
      let rows = try Rows<WireRow>(from: decoder)
      (single, spot, warnings) = (nil, rows.elements.compactMap(\.spot), rows.warnings)
    }
  }

  /// A row of all tickers: a ticker and its pair.
  private struct WireRow: NamedRow {
    let spot: (pair: Pair, row: WireTicker)?

    private enum CodingKeys: String, CodingKey {
      case pair
      case marketType = "market_type"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let name = try container.name(forKey: .pair)
      let type = try? container.decodeIfPresent(String.self, forKey: .marketType)
      guard Bitstamp.isSpot(type, name) else {
        spot = nil
        return
      }
      guard let pair = Bitstamp.pair(name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .pair, in: container, debugDescription: "not in the form BASE/QUOTE")
      }
      spot = (pair, try WireTicker(from: decoder))
    }

    /// The pair.
    static func name(from decoder: any Decoder) throws -> String {
      try decoder.container(keyedBy: CodingKeys.self).name(forKey: .pair)
    }
  }

  /// The numbers of a ticker, all of them text. `open` is today's, since midnight UTC (as answered on
  /// 2026-07-27), and `open24` the price 24 hours ago.
  struct WireTicker: Decodable {
    let last, bid, ask, high, low, open24: Decimal?
    /// In the base currency, of the last 24 hours.
    let volume: Decimal?

    fileprivate enum CodingKeys: String, CodingKey {
      case last, bid, ask, high, low, volume
      case open24 = "open_24"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      last = try container.number(forKey: .last, quoted: true)
      bid = try container.number(forKey: .bid, quoted: true)
      ask = try container.number(forKey: .ask, quoted: true)
      high = try container.number(forKey: .high, quoted: true)
      low = try container.number(forKey: .low, quoted: true)
      open24 = try container.number(forKey: .open24, quoted: true)
      volume = try container.number(forKey: .volume, quoted: true)
    }

    func ticker(of pair: Pair, name: String?) -> Ticker {
      Ticker(
        pair: pair, name: name, open: open24.nilIfZero, volume: volume, last: last.nilIfZero,
        bid: bid.nilIfZero, ask: ask.nilIfZero, high: high.nilIfZero, low: low.nilIfZero)
    }
  }
}
