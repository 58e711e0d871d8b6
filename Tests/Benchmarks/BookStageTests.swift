import Foundation
import Testing

@testable import MarketCore

/// Measures parsing, books and proofs of recorded messages.
///
/// Each line of `BENCHMARK_STREAMS` is an exchange, a pair, and a file with a message per line. For each one, prints
/// a line: `books`, the pair, the microseconds of CPU, the best bid, and the best ask, with tabs between. See
/// `streams.py`.
@Suite(.enabled(if: !recordings.isEmpty), .serialized) struct BookStageTests {
  @Test(arguments: recordings) func `a book of a stream`(recording: String) throws {
    let words = recording.split(separator: " ", maxSplits: 2).map(String.init)
    try #require(words.count == 3)
    let exchange = try #require(Exchanges.all.first { $0.id.rawValue == words[0] })
    let pair = Pair(symbol: words[1])
    let messages = try Data(contentsOf: URL(filePath: words[2])).split(
      separator: UInt8(ascii: "\n"))
    let info = try #require(exchange.bookStream(depth: 1_000))
    let book = LiveBook(info, recording, keepsSteps: false, now: { .now })
    var stream = book.streamInfo.makeStream([pair])
    let start = clock()
    for message in messages {
      for event in try stream.events(in: message) {
        if case .failed(let error) = event { throw error }
      }
    }
    let microseconds = Int(clock() - start) * 1_000_000 / Int(CLOCKS_PER_SEC)
    let sides = try #require(book.take()).sides
    let best = Side.allCases.map { sides.levels($0).first?.price.plain ?? "none" }
    print("books", pair, microseconds, best[0], best[1], separator: "\t")
  }
}

private let recordings = (ProcessInfo.processInfo.environment["BENCHMARK_STREAMS"] ?? "")
  .split(separator: "\n").map(String.init)
