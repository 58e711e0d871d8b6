import Foundation
@testable import MarketCore
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The folder of a request in a recording.
struct RequestFolderTests {
  private static let base = "http://127.0.0.1:1/0/public"

  private static func folder(_ rest: String) throws -> String {
    var info = Kraken().info
    info.sizeParameters = ["len", "count", "limit"]
    let folder = try request(rest)
      .recordingFolder(of: info, below: try #require(URL(string: base)))
    return String(folder.dropFirst("kraken/".count))
  }

  private static func target(_ rest: String, below base: String = base) throws -> String {
    try request(rest, below: base).target(below: try #require(URL(string: base)))
  }

  private static func request(_ rest: String, below base: String = base) throws -> URLRequest {
    URLRequest(url: try #require(URL(string: base + rest)))
  }

  @Test(arguments: [
    ("/tickers", "tickers"), ("/l2/BTC-USD", "l2/BTC-USD"), ("/ticker/", "ticker"),
    ("/candles/trade:1h:tBTCUSD/hist", "candles/trade:1h:tBTCUSD/hist"),
    ("/Ticker?assetVersion=1", "Ticker/assetVersion=1"),
    ("/Ticker?pair=BTC%2FUSD&assetVersion=1", "Ticker/assetVersion=1,pair=BTC%2FUSD"),
    ("/OHLC?pair=XBTUSD&interval=60", "OHLC/interval=60,pair=XBTUSD"),
    ("/tickers?symbols=tETHUSD,tBTCUSD", "tickers/symbols=tBTCUSD%2CtETHUSD"),
    ("/tickers?symbols=tETHUSD%2CtBTCUSD", "tickers/symbols=tBTCUSD%2CtETHUSD"),
    ("/x?a=b%20c~d_e.f-g&b=", "x/a=b%20c~d_e.f-g,b="),
    ("/depth?symbol=BTCUSDT&limit=5000", "depth/symbol=BTCUSDT"),
    ("/book/tBTCUSD/P0?len=250", "book/tBTCUSD/P0"), ("/Depth?count=500", "Depth"),
    ("/x?symbol=%E5%B8%81USDT", "x/symbol=%E5%B8%81USDT"),
  ])
  func `an answer is kept by path and query, sorted, without what bounds its size`(
    rest: String, folder: String
  ) throws {
    #expect(try Self.folder(rest) == folder)
  }

  @Test func `a name of more than 200 bytes is cut into folders`() throws {
    let symbols = (100..<160).map { "tAAA\($0)" }
    let query = symbols.reversed().joined(separator: ",")
    let parts = try Self.folder("/tickers?symbols=\(query)").split(separator: "/")
    #expect(parts.first == "tickers")
    #expect(parts.dropFirst().dropLast().allSatisfy { $0.utf8.count == 200 })
    #expect((1...200).contains(parts.last?.utf8.count ?? 0))
    #expect(parts.dropFirst().joined() == "symbols=" + symbols.joined(separator: "%2C"))
  }

  @Test func `a request that cannot be told from another has the same target`() throws {
    let target = try Self.target("/Ticker?pair=BTC%2FUSD&count=2")
    #expect(target == "Ticker?pair=BTC%2FUSD&count=2")
    let file = try Self.target("/l2/BTC-USD", below: "file:///tmp/a%20b/blockchain")
    #expect(file == "l2/BTC-USD")
  }
}
