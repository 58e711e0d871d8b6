import Foundation
import TestTools
import Testing
@testable import MarketCore

/// The codes of currencies on every exchange. Each code is tested in responses and in requests, as
/// a base and as a quote.
struct CodesTests {
  /// A currency on an exchange.
  struct Row: Sendable, CustomTestStringConvertible {
    let exchange: any Exchange
    let own: String
    let everyday: String
    /// All codes that the exchange lists.
    let listed: [String]

    var testDescription: String { "\(exchange.id.rawValue) \(own) \(everyday)" }
  }

  /// Codes by exchange: `OWN=EVERYDAY`, or one code for both. Each line is a market of its own.
  private static let table = """
    kraken LUNA=LUNC LUNA2=LUNA UST=USTC LIT=HEI LIGHTER=LIT REPV2=REP REP=REPV1 WAXL=AXL SIDEKICK=K
    kraken APENFT=NFT BELDEX=BDX HUMANITY=H FUN=FUN.kraken OMNI=OMNI.kraken NANO=XNO FXS=FRAX WBT VELO AI
    kraken BOB KIN NEIRO SUP PROS U BEAM MNT RON SCR
    coinbase CGLD=CELO CORECHAIN=CORE JUPITER=JUP MANTLE=MNT COSMOSDYDX=DYDX ZETACHAIN=ZETA WAXL=AXL
    coinbase RONIN=RON LIGHTER=LIT LIT=HEI FUN1=FUN VELO=VELODROME BOBBOB=BOB SUP=SUP.coinbase
    coinbase OMNI=OMNI.kraken PAX=USDP WLUNA=LUNC BEAM
    bitfinex ALG=ALGO ATO=ATOM DSH=DASH EOS=A GTX=GT IOT=IOTA LIFIII=LIF3 OMN=OMNI OPX=OP TON=GRAM
    bitfinex UDC=USDC UST=USDT WBT=WBTC WHBT=WBT BCHN=BCH AMP
    bitfinex BCHN BCH
    bitstamp UST=USTC
    binance BEAMX=BEAM BEAM=BEAM.binance BTTC=BTT BTT=BTT.binance RONIN=RON BROCCOLI714=BROCCOLI
    binance AIGENSYN=AI AI=AI.binance U=U.binance PROS=PROS.binance YOYO=YOYOW
    binance FUN NEIRO SCR 1000SATS 1000CAT 1000CHEEMS 1MBABYDOGE LUNA LUNC CAT
    okx RUNECOIN=RSIC AE=AET
    okx LUNA LUNC VELO WBT
    bybit NEIROCTO=NEIRO NEIRO=NEIRO.bybit OMNI=OMNI.bybit BOB=BOB.bybit ELON=ELON.bybit BABY1=BABY
    bybit CATBNB=CAT MONPRO LIT VELO U BEAM LUNA
    bybit CATBNB CAT BABY1 BABY NEIROCTO=NEIRO MON
    gate 88MPH=MPH MPH=MPH.gate BIFI=BIFI.gate GTC=GTC.gate VAI=VAI.gate LUNA
    kucoin WAXL=AXL RONIN=RON FUN=FUN.kraken KIN=KIN.kucoin REDSTONE=RED KALT=ALT KACE=ACE
    kucoin SOLAYER=LAYER TSTBSC=TST ARCSOL=ARC ACTSOL=ACT LUNA LIT VELO SUP U BOB ELON MNT SCR
    bitget FUN=FUN.kraken APX=APX.bitget DEGEN=DEGEN.bitget NEIROCTO=NEIRO TONCOIN=GRAM LIT BEAM RON VELO
    bitget TONCOIN GRAM NEIROCTO NEIRO LUNA
    cryptocom LUNA LUNC VELO AI
    upbit META2=META META=METADIUM MET2=MET UP2=UP AI DATA TOKAMAK PROS
    bitvavo MIOTA=IOTA LUNA=LUNC LUNA2=LUNA BOB RON NEIRO
    bitvavo LUNA=LUNC
    blockchain PAX=USDP CLOUT=DESO WLUNA=LUNC MKR LEND
    """

  private static let renames = """
    TON=GRAM IP=DATA FXS=FRAX EOS=A FTM=S KLAY=KAIA MATIC=POL RNDR=RENDER TOMO=VIC NANO=XNO GNT=GLM
    CGLD=CELO BCHSV=BSV BCHABC=BCH
    """

  static let rows = markets.flatMap(\.self)

  /// The rows of each market.
  static let markets: [[Row]] = {
    func row(_ id: Substring, _ words: [Substring]) -> [Row] {
      let codes = words.map { word in
        let parts = word.split(separator: "=").map(String.init)
        return (own: parts[0], everyday: parts.last ?? "")
      }
      guard let exchange = Exchanges.named(ExchangeID(rawValue: String(id))) else { return [] }
      return codes.map {
        Row(exchange: exchange, own: $0.own, everyday: $0.everyday, listed: codes.map(\.own))
      }
    }
    let renamed = renames.split(whereSeparator: \.isWhitespace)
    let lines = table.split(separator: "\n").map { $0.split(separator: " ") }
    return lines.map { row($0[0], Array($0.dropFirst())) }
      + Exchanges.all.flatMap { exchange in
        let id = exchange.id.rawValue[...]
        // Their own maps have these, whatever else is listed.
        let mapped: [Substring: [String]] = [
          "bitfinex": ["TON", "GRAM", "EOS", "A"], "coinbase": ["CGLD", "CELO"],
        ]
        return stride(from: 0, to: renamed.count, by: 3).flatMap { start in
          let some = Array(renamed[start...].prefix(3))
          // Where both are listed, each keeps its code.
          let both = some.flatMap { $0.split(separator: "=") }
          let others = both.filter { !(mapped[id] ?? []).contains(String($0)) }
          return [row(id, some), row(id, others)]
        }.filter { !$0.isEmpty }
      }
  }()

  private static func pairsOf(_ code: String) -> [Pair] {
    [Pair(base: code, quote: "USD"), Pair(base: "BTC", quote: code)]
  }

  @Test func `there are at least two hundred`() {
    #expect(Self.rows.count >= 200)
    #expect(Set(Self.rows.map(\.exchange.id)).count == Exchanges.all.count)
  }

  @Test(arguments: markets)
  func `rows have everyday codes, and none twice`(market: [Row]) async throws {
    let client = Self.market(of: market[0]).client
    let tickers = try await client.tickers(details: .none).get()
    let instruments = try await client.instruments(withNames: false).get()
    for pairs in [tickers.value.map(\.pair), instruments.value.map(\.pair)] {
      #expect(pairs.count == 2 * market.count)
      #expect(Set(pairs) == Set(market.flatMap { Self.pairsOf($0.everyday) }))
    }
    #expect(tickers.warnings.isEmpty && instruments.warnings.isEmpty)
  }

  @Test(arguments: rows)
  func `requests have the exchange's own codes`(row: Row) async throws {
    for pair in Self.pairsOf(row.everyday) {
      // A client of its own for each, so that none knows the list from another.
      func client() -> MarketClient { Self.market(of: row).client }
      #expect(
        try await client().tickers(of: [pair], details: .none).get().value.map(\.pair) == [pair])
      #expect(try await client().book(of: pair).get().value.pair == pair)
      #expect(try await client().instrument(of: pair).get().value.pair == pair)
      guard row.exchange.info.periods.contains(.oneHour) else { continue }
      #expect(try await client().candles(of: pair, period: .oneHour).get().value.count == 1)
    }
  }

  @Test(arguments: rows.filter { $0.own != $0.everyday })
  func `people may write the exchange's own codes, unless that is another listed currency`(
    row: Row
  ) async throws {
    let client = Self.market(of: row).client
    let own = Self.pairsOf(row.own)[0]
    let isOther = Self.rows.contains {
      $0.exchange.id == row.exchange.id && $0.listed == row.listed && $0.everyday == row.own
    }
    let known = Self.pairsOf(isOther ? row.own : row.everyday)[0]
    let answer = try await client.ticker(of: own).get()
    #expect(answer.value.pair == known)
    #expect(answer.names == (isOther ? [:] : [own: known]))
    let note = "\(row.own) on \(row.exchange.title) is \(row.everyday)"
    let isTold = answer.warnings.contains { $0.description.hasPrefix(note) }
    #expect(isTold == CoinCodes.ambiguous.contains(row.own))
  }

  @Test func `a rename holds until the new code is listed, and not again when that is missing`()
    async throws
  {
    for exchange in Exchanges.all {
      let both = ["OP-USD", "FTM-USD", "S-USD"]
      let polls = Observed([["OP-USD", "FTM-USD"], both, ["OP-USD", "FTM-USD"]])
      let client = MarketClient.stub(exchange) { target in
        .success(CodedMarket(exchange, pairs: polls.value[0]).response(to: target))
      }
      var names: [[String]] = []
      while !polls.value.isEmpty {
        let answer = try await client.tickers(details: .none).get()
        names.append(answer.value.map(\.pair.symbol).sorted())
        polls.change { $0.removeFirst() }
        if polls.value.isEmpty { break }
      }
      // Those whose symbols need a list keep that for an hour.
      #expect(names[0] == ["OP-USD", "S-USD"], "\(exchange.id)")
      if !["bitfinex", "binance", "bybit", "bitget"].contains(exchange.id.rawValue) {
        #expect(names[1] == ["FTM-USD", "OP-USD", "S-USD"], "\(exchange.id)")
        #expect(names[2] == ["FTM-USD", "OP-USD"], "\(exchange.id)")
      }
    }
  }

  @Test(arguments: Exchanges.all.map(\.id))
  func `an old code that is not listed is unknown, with its new code`(id: ExchangeID) async throws {
    let exchange = try #require(Exchanges.named(id))
    let client = CodedMarket(exchange, codes: ["POL", "ETH"]).client
    let error = await #expect(throws: MarketError.self) {
      try await client.ticker(of: Pair(symbol: "MATIC-USD")).get()
    }
    #expect(
      error?.sentence(on: [exchange.title])
        == "unknown pair MATIC-USD on \(exchange.title); renamed to POL")
    #expect(
      MarketError.unknownCoin("MKR", near: ["MKR2"]).description
        == "unknown coin MKR; renamed to SKY (1 MKR = 24,000 SKY)")
  }

  @Test func `Kraken's LUNA is Terra Classic, whether the other is listed or not`() async throws {
    let alone = CodedMarket(Kraken(), codes: ["LUNA", "ETH"])
    let luna = Pair(symbol: "LUNA-USD")
    let answer = try await alone.client.ticker(of: luna).get()
    #expect(answer.value.pair.symbol == "LUNC-USD")
    #expect(answer.warnings.map(\.description) == ["LUNA on Kraken is LUNC"])
    let both = try await CodedMarket(Kraken(), codes: ["LUNA", "LUNA2"]).client.ticker(of: luna)
      .get()
    #expect(both.value.pair == luna)
    #expect(both.warnings.map(\.description) == ["LUNA on Kraken is LUNC; its LUNA2 is LUNA"])
    // As one of several exchanges it is asked for the everyday coin.
    var client = alone.client
    client.pairsInOwnCodes = []
    await #expect(throws: MarketError.self) { try await client.ticker(of: luna).get() }
  }

  @Test func `a typed code keeps the name of its exchange in small letters`() {
    #expect(Pair("fun.KRAKEN/usd").symbol == "FUN.kraken-USD")
    #expect(Pair("mnt.Cash").symbol == "MNT.cash")
    #expect(Pair("a.b-usd").symbol == "A.B-USD")
    #expect(Pair.isSymbol("xbt") && Pair.isSymbol("cgld") && Pair.isSymbol("fun.kraken"))
  }

  private static func market(of row: Row) -> CodedMarket {
    var market = CodedMarket(row.exchange, codes: row.listed)
    market.map = Self.bitfinexMap
    return market
  }

  private static let bitfinexMap = [
    ("ALG", "ALGO"), ("ATO", "ATOM"), ("DSH", "DASH"), ("EOS", "A"), ("GTX", "GT"), ("IOT", "IOTA"),
    ("LIFIII", "LIF3"), ("OMN", "OMNI"), ("OPX", "OP"), ("TON", "GRAM"), ("UDC", "USDC"),
    ("UST", "USDt"), ("WBT", "WBTC"), ("WHBT", "WBT"),
  ].map { (own: $0, everyday: $1) }
}
