import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The Codable models of the JSON of Blockchain.com, decoded and encoded by Foundation as in
/// another program.
struct BlockchainModelsTests {
  private static let folder = fixtures.appending(path: "blockchain")

  /// The recorded responses of these folders, but for errors, which are plain text.
  private static func responses(_ folders: String...) throws -> [Data] {
    try folders.flatMap { folder in
      let files = FileManager.default.enumerator(
        at: Self.folder.appending(path: folder), includingPropertiesForKeys: nil)
      return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }
        .map { try Data(contentsOf: $0) }.filter { $0.first.map("[{".utf8.contains) ?? false }
    }
  }

  /// Decodes responses and encodes them again, and compares all members, the numbers as decimals.
  private static func checkSame<Model: Codable & Equatable>(
    _ type: Model.Type, _ responses: [Data]
  ) throws {
    #expect(!responses.isEmpty)
    for response in responses {
      let model = try JSONDecoder().decode(Model.self, from: response)
      let encoded = try JSONEncoder().encode(model)
      #expect(try JSONDecoder().decode(Model.self, from: encoded) == model)
      let (old, new) = (
        try JSONDecoder().decode(JSONValue.self, from: response),
        try JSONDecoder().decode(JSONValue.self, from: encoded)
      )
      #expect(new == old)
    }
  }

  @Test func `a recorded response is encoded as it was sent`() throws {
    let tickers = try Self.responses("tickers")
    try Self.checkSame([BlockchainTicker].self, tickers.filter { $0.first == UInt8(ascii: "[") })
    try Self.checkSame(BlockchainTicker.self, tickers.filter { $0.first == UInt8(ascii: "{") })
    try Self.checkSame(BlockchainOrderBook.self, Self.responses("l2", "l3"))
    let symbols = try Self.responses("symbols")
    let all = symbols.filter { (try? JSONDecoder().decode(BlockchainSymbol.self, from: $0)) == nil }
    try Self.checkSame([String: BlockchainSymbol].self, all)
  }

  @Test func `every digit is kept, and an id beyond 2^63`() throws {
    let response = Data(
      """
      {"symbol":"A-B","bids":[{"px":0.12345678901234567890123456789012345678,
      "qty":"99999999999999999999999999999999999999","num":18446744073709551615}],"asks":[]}
      """.utf8)
    let book = try JSONDecoder().decode(BlockchainOrderBook.self, from: response)
    let text = String(decoding: try JSONEncoder().encode(book), as: UTF8.self)
    for digits in [
      "0.12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
      "18446744073709551615",
    ] {
      #expect(text.contains(":\(digits)"), "\(text)")
    }
    let orders = OrderBook(book, detail: .orders)
    #expect(orders.bids.first?.orderID == .number(.max))
    #expect(OrderBook(book, detail: .levels).bids.first?.orders == nil)
  }

  @Test(
    arguments: [
      ("[{}]", "[0].symbol is missing"),
      (#"[{"symbol":"A-B"},{"symbol":" "}]"#, "[1].symbol is empty"),
      (#"[{"symbol":"A-B","price_24h":true}]"#, "[0].price_24h is not a number"),
      (
        #"[{"symbol":"A-B","volume_24h":"1.23456789012345678901234567890123456789"}]"#,
        "[0].volume_24h has too many digits"
      ),
    ])
  func `a wrong ticker has an error with its path`(json: String, sentence: String) {
    Self.checkError(of: [BlockchainTicker].self, json, sentence)
  }

  @Test(arguments: [
    (#"{"symbol":"A-B","bids":[]}"#, "asks is missing"),
    (#"{"symbol":"A-B","bids":[{"px":1,"qty":1},{"px":1}],"asks":[]}"#, "bids[1].qty is missing"),
    (
      #"{"symbol":"A-B","bids":[],"asks":[{"px":1,"qty":1,"num":-1}]}"#,
      "asks[0].num is not a whole number"
    ),
  ])
  func `a wrong book has an error with its path, where a client only skips the entry`(
    json: String, sentence: String
  ) async {
    Self.checkError(of: BlockchainOrderBook.self, json, sentence)
    guard json.contains("asks") else { return }
    let client = MarketClient.stub { _ in .success(.text(json)) }
    let answer = try? await client.book(of: Pair(symbol: "A-B")).get()
    if let answer { #expect(answer.warnings == [.rowSkipped(sentence)]) }
  }

  @Test func `a wrong symbol has an error with its path`() {
    Self.checkError(
      of: [String: BlockchainSymbol].self,
      #"{"A-B":{"base_currency":"A","counter_currency":"B","lot_size":1,"lot_size_scale":39}}"#,
      "A-B.lot_size_scale is not a number of decimals")
  }

  private static func checkError<Model: Decodable>(
    of type: Model.Type, _ json: String, _ sentence: String
  ) {
    do {
      _ = try JSONDecoder().decode(Model.self, from: Data(json.utf8))
      Issue.record("no error")
    } catch {
      #expect((error as? DecodingError)?.sentence(below: 0) == sentence, "\(error)")
    }
  }

  @Test func `what an instrument does not need hides no symbol from a client`() async throws {
    let json = """
      {"A-B":{"base_currency":"A","counter_currency":"B","base_currency_scale":"x",
      "counter_currency_scale":[],"auction_price":"-","auction_size":{},"auction_time":0,
      "imbalance":true,"status":"open"}}
      """
    Self.checkError(
      of: [String: BlockchainSymbol].self, json, "A-B.base_currency_scale is not a whole number")
    let answer = try await MarketClient.stub { _ in .success(.text(json)) }.instruments().get()
    #expect(answer.value.map(\.state) == [.open])
    #expect(answer.warnings.isEmpty)
  }

  @Test func `what is not a finite number is not encoded`() {
    let ticker = BlockchainTicker(symbol: "A-B", price24h: .nan)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(ticker) }
    let entry = BlockchainOrderBook.Entry(price: .nan, quantity: 1)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(entry) }
    var symbol = BlockchainSymbol(baseCurrency: "A", counterCurrency: "B")
    symbol.imbalance = .nan
    let symbols = [symbol]
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(symbols) }
  }

  @Test(arguments: [nil, -1, 39, .max, .min] as [Int?])
  func `a size with a scale that cannot be used is unknown`(scale: Int?) {
    var symbol = BlockchainSymbol(baseCurrency: "A", counterCurrency: "B")
    (symbol.lotSize, symbol.lotSizeScale) = (5, scale)
    #expect(Instrument(symbol, of: Pair(symbol: "A-B")).lotSize == nil)
  }
}
