import Foundation

/// A line of `EXCHANGE/stream/N.jsonl`: what happened on connection number N, and when. As JSON, it is
/// `{"time":"…","received":"…"}`, with a time in RFC 3339, in UTC with milliseconds.
struct StreamLine: Equatable {
  enum Kind: String, CaseIterable {
    /// The connection was opened. The text is the URL.
    case open
    /// The text is a message to the exchange.
    case sent
    /// The text is a message of the exchange.
    case received
    /// The connection has ended, or could not be opened. The text is the reason; empty if the program closed it.
    case close
  }

  private enum CodingKeys: String { case time }

  var time: Date
  var kind: Kind
  var text: String

  init(_ time: Date, _ kind: Kind, _ text: String) {
    (self.time, self.kind, self.text) = (time, kind, text)
  }

  /// Reads a line. Throws if it is cut or changed.
  init(_ line: Data) throws {
    let members = try JSONDecoder().decode([String: String].self, from: line)
    guard members.count == 2,
      let time = members[CodingKeys.time.rawValue].flatMap({ Date(rfc3339: $0) }),
      let kind = Kind.allCases.first(where: { members[$0.rawValue] != nil }),
      let text = members[kind.rawValue]
    else { throw MarketError.malformed("not a line of a recording") }
    self.init(time, kind, text)
  }

  /// The line with its end.
  var data: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      let start = #"{"\#(CodingKeys.time)":"\#(time.rfc3339)","\#(kind)":"#
      return Data(start.utf8) + (try encoder.encode(text)) + Data("}\n".utf8)
    }
  }
}

extension Date {
  /// The time in whole milliseconds, as recordings have it.
  var inMilliseconds: Date { Date(rfc3339: rfc3339) ?? self }
}
