import Foundation
@testable import MarketCore
import Testing

/// Lone surrogates in JSON: escapes of half a character, which Foundation does not decode.
struct LoneSurrogatesTests {
  @Test(arguments: [
    (#""\ud800""#, #""\ufffd""#), (#""\uDFFF""#, #""\ufffd""#),
    (#""\ud800\ud800""#, #""\ufffd\ufffd""#),
    (#""\udc00\ud800""#, #""\ufffd\ufffd""#), (#""\ud83d\ude00""#, #""\ud83d\ude00""#),
    (#""\uD83D\uDE00\ud83d""#, #""\uD83D\uDE00\ufffd""#), (#""a\ud800b""#, #""a\ufffdb""#),
    (#""\ud800A""#, #""\ufffdA""#), (#""\ud800\n""#, #""\ufffd\n""#),
    // An escaped backslash is no beginning of an escape.
    (#""\\ud800""#, #""\\ud800""#), (#""\\\ud800""#, #""\\\ufffd""#),
    (#""\n\"\/\u0041""#, #""\n\"\/\u0041""#), (#""\ud7ff\ue000""#, #""\ud7ff\ue000""#),
    // Cut short, or no hexadecimal digits.
    (#""\ud80"#, #""\ud80"#), (#""\ud8zz""#, #""\ud8zz""#), (#""\"#, #""\"#), ("", ""),
    ("[]", "[]"),
  ])
  func `half a character becomes a replacement character, and nothing else changes`(
    json: String, mended: String
  ) {
    #expect(String(decoding: Data(json.utf8).withoutLoneSurrogates, as: UTF8.self) == mended)
  }

  @Test func `a slice of data is mended like the whole`() {
    let data = Data(#"xx"\ud800""#.utf8).dropFirst(2)
    #expect(String(decoding: data.withoutLoneSurrogates, as: UTF8.self) == #""\ufffd""#)
  }

  @Test func `a bad text in a row does not hide the others`() async throws {
    let client = MarketClient.stub { _ in
      .success(.text(#"[{"symbol":"A\ud800-B"},{"symbol":"C-D","last_trade_price":2}]"#))
    }
    let answer = try await client.tickers().get()
    #expect(answer.value.map(\.pair.symbol) == ["C-D"])
    #expect(answer.warnings == [.rowSkipped("[0].symbol is not a text that can be read")])
    #expect(answer.value.last?.last == 2)
  }

  @Test func `a bad key does not hide the others`() async throws {
    let client = MarketClient.stub { _ in
      .success(
        .text(
          #"{"A\udc00-B":{"base_currency":"A","counter_currency":"B"},"#
            + #""C-D":{"base_currency":"C","counter_currency":"D"}}"#))
    }
    let answer = try await client.instruments().get()
    #expect(answer.value.map(\.pair.symbol).contains("C-D"))
  }

  @Test func `a key of bad UTF-8 does not hide the others`() async throws {
    let client = MarketClient.stub { _ in
      let text =
        #"{"A?-B":{"base_currency":"A","counter_currency":"B"},"#
        + #""C-D":{"base_currency":"C","counter_currency":"D"}}"#
      let body = Data(text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 })
      return .success(Transport.Response(body: body))
    }
    let answer = try await client.instruments().get()
    #expect(answer.value.map(\.pair.symbol).contains("C-D"))
  }

  @Test func `a bad text in a book does not hide its levels`() async throws {
    let client = MarketClient.stub { _ in
      .success(
        .text(
          #"{"symbol":"A-B","bids":[{"px":1,"qty":2,"num":"\ud800"},{"px":1,"qty":3}],"asks":[]}"#))
    }
    let answer = try await client.book(of: Pair(symbol: "A-B")).get()
    #expect(answer.value.bids.map(\.quantity) == [3])
    #expect(answer.warnings == [.rowSkipped("bids[0].num is not a whole number")])
  }
}
