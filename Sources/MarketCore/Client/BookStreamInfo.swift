package import Foundation

/// What proves that a book from a stream is the exchange's book.
package enum BookProof: String, Sendable {
  /// The exchange sends checksums of the book, or of its best levels.
  case checksum
  /// The exchange numbers its messages, so that none can be lost.
  case sequence
  case none
}

/// The facts about an exchange's WebSocket streams of order books, which are used without a key.
public struct BookStreamInfo: Sendable {
  /// The facts about connections. Its streams are books.
  package var stream: StreamInfo
  package var proof: BookProof
  /// The number of levels per side that the exchange maintains; `nil` for all.
  package var depth: Int?
  /// The number of levels per side that are used; `nil` for all.
  package var neededDepth: Int?
  /// The most levels per side of a book by request, although updates may have more: levels beyond the worst
  /// price of such a book are not known. `nil` if there is no such limit.
  package var requestLimit: Int?
  /// The checksum of a book; `nil` if the exchange sends none.
  package var checksum: (@Sendable (BookSides) -> UInt32)?
  /// Requests a book for ``StreamEvent/needsBook(_:)``; `nil` if no stream needs it. The stream reads the
  /// response.
  package var book: (@Sendable (Pair, RequestScope) async throws(MarketError) -> Data)?

  /// The streams of books, each of one pair, at the address and with the limits of `stream`.
  package init(
    _ stream: StreamInfo, _ proof: BookProof, depth: Int?,
    makeStream: @escaping @Sendable (Pair) -> any ExchangeStream,
    _ describe: (inout BookStreamInfo) -> Void = { _ in }
  ) {
    self.stream = stream
    (self.proof, self.depth) = (proof, depth)
    // A connection has one pair, so that each message is of this pair.
    self.stream.makeStream = { makeStream($0[0]) }
    self.stream.pairsPerConnection = 1
    self.stream.columns = { _ in [] }
    self.stream.hasFirstMessages = true
    describe(&self)
  }
}
