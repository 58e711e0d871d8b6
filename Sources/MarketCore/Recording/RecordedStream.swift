import Foundation

/// A recorded connection to the streams of an exchange, whose lines are read one after the other.
struct RecordedStream: Sendable {
  let exchange: ExchangeID
  let number: Int
  /// `EXCHANGE/stream/N.jsonl`, for people.
  let name: String
  private let content: Data

  fileprivate init(_ exchange: ExchangeID, _ number: Int, _ name: String, _ content: Data) {
    (self.exchange, self.number, self.name, self.content) = (exchange, number, name, content)
  }

  /// The lines in their order. The first one that cannot be read is a failure, after which there are no others.
  var lines: some Sequence<Result<StreamLine, MarketError>> {
    var rest = content
    var number = 0
    return AnyIterator {
      guard !rest.isEmpty else { return nil }
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      // A line without an end was cut off.
      if let end, let line = try? StreamLine(rest[..<end]) {
        rest = rest[(end + 1)...]
        return .success(line)
      }
      rest = Data()
      return .failure(.malformed("\(name):\(number): not a line of a recording"))
    }
  }

  /// The first line, the first message to the exchange, and the last readable line.
  typealias Summary = (first: StreamLine?, subscription: String?, last: StreamLine?)
  var summary: Summary {
    var start = lines.lazy.compactMap { try? $0.get() }.prefix(2).makeIterator()
    let (first, second) = (start.next(), start.next())
    let subscription = second.flatMap { $0.kind == .sent ? $0.text : nil }
    return (first, subscription, last ?? first)
  }

  /// The last line. Of a file that was cut, the line before the cut.
  private var last: StreamLine? {
    var end = content.endIndex
    for _ in 0..<2 {
      let whole = content[..<end].lastIndex(of: UInt8(ascii: "\n")) ?? content.startIndex
      guard whole > content.startIndex else { return nil }
      let start = content[..<whole].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      if let line = try? StreamLine(content[(start ?? content.startIndex)..<whole]) { return line }
      end = whole
    }
    return nil
  }
}

extension Recording {
  static func streamFolder(of exchange: ExchangeID) -> String { "\(exchange)/stream" }

  /// The numbers of the recorded connections to an exchange, in ascending order.
  func streamNumbers(of exchange: ExchangeID) -> [Int] {
    names(in: Self.streamFolder(of: exchange)).compactMap { name in
      Int(name.dropLast(".jsonl".count)).flatMap { $0 > 0 && "\($0).jsonl" == name ? $0 : nil }
    }.sorted()
  }

  /// The recorded connections to an exchange, in the order in which they were opened. Connections that cannot be
  /// read are omitted.
  func streams(of exchange: ExchangeID) -> [RecordedStream] {
    streamNumbers(of: exchange).compactMap { try? stream($0, of: exchange) }
  }

  func stream(_ number: Int, of exchange: ExchangeID) throws(MarketError) -> RecordedStream {
    let name = "\(Self.streamFolder(of: exchange))/\(number).jsonl"
    do {
      let file = try place(name)
      // A pipe or a device could be read forever.
      guard try FileReading.size(of: file.path(percentEncoded: false), limit: .max) != nil else {
        throw MarketError.missing(name)
      }
      let content = try Data(contentsOf: file, options: .mappedIfSafe)
      return RecordedStream(exchange, number, name, content)
    } catch {
      throw .malformed("\(name): \(error.plainReason)")
    }
  }
}
