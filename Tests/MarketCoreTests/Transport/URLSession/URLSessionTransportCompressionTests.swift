import Foundation
import MarketCore
import StubExchange
import TestTools
import Testing

/// Compressed responses.
@Suite(.fewAtATime)
struct URLSessionTransportCompressionTests {
  /// `[]` as gzip and as deflate.
  private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA4uOBQApu0wNAgAAAA==") ?? Data()
  private static let deflate = Data(base64Encoded: "eJyLjgUAARUAuQ==") ?? Data()

  @Test(arguments: [
    ("gzip", gzip), ("GZIP", gzip), ("deflate", deflate), ("Identity", Data("[]".utf8)),
  ])
  func `an answer is unpacked`(encoding: String, body: Data) async throws {
    let wire = try Wire(.answer(headers: [("Content-Encoding", encoding)], body: body))
    #expect(try await wire.ask().body == Data("[]".utf8))
  }

  @Test(arguments: ["br", "zstd", "compress", "gzip, gzip", "gzip,br"])
  func `an answer that is packed as nobody asked for is refused`(encoding: String) async throws {
    let wire = try Wire(.answer(headers: [("Content-Encoding", encoding)], body: Self.gzip))
    let reason = "unsupported compression: \(encoding)"
    await #expect(throws: MarketError.malformed(reason)) { try await wire.ask() }
  }

  @Test func `what can't be unpacked is said as such`() async throws {
    let wire = try Wire(.answer(headers: [("Content-Encoding", "gzip")], body: Data("[]".utf8)))
    await #expect(throws: MarketError.malformed("decompression failed")) { try await wire.ask() }
  }

  @Test func `it is the unpacked size that is limited`() async throws {
    let wire = try Wire { $0.number == 0 ? .bomb(bytes: 5_000) : .json("[]") }
    await #expect(throws: MarketError.tooLarge(limit: 1 << 20)) { try await wire.ask() }
    #expect(try await wire.ask().body == Data("[]".utf8))
  }
}
