public import Foundation

/// What the exchange answered, and when.
public struct Answer<Value: Sendable>: Sendable {
  /// The part of the answer that could be understood.
  public let value: Value
  /// When the answer arrived; in a replay, when the recorded one did.
  public let asOf: Date
  /// Where the answer came from, also when it is replayed: the base URL, or a directory.
  public let source: String
  /// The rows that are not in the value, for each could not be understood.
  public let omissions: [Omission]
  /// What else there is to know about the value, in a sentence.
  public var remark: String?

  /// An answer of these parts.
  public init(
    _ value: Value, asOf: Date, source: String = "", omissions: [Omission] = [],
    remark: String? = nil
  ) {
    self.value = value
    self.asOf = asOf
    self.source = source
    self.omissions = omissions
    self.remark = remark
  }

  /// The same answer with another value made of this one.
  public func map<Other>(_ transform: (Value) -> Other) -> Answer<Other> {
    Answer<Other>(
      transform(value), asOf: asOf, source: source, omissions: omissions, remark: remark)
  }
}

/// One row that was left out of an answer.
public struct Omission: Hashable, Sendable, CustomStringConvertible {
  /// Where it stood and what is wrong with it, as in `[1].symbol is not text`.
  public let description: String

  /// An omission for this reason.
  public init(_ description: String) { self.description = description }

  init(_ error: DecodingError) { self.init(error.sentence) }
}

/// The rows that were left out of an answer.
extension Collection<Omission> {
  /// One line that counts the rows left out and says why for the first of them; `nil` when there
  /// are none.
  public var sentence: String? {
    guard !isEmpty else { return nil }
    let shown = prefix(3).map(\.description).joined(separator: "; ")
    let more = count > 3 ? "; and \(count - 3) more" : ""
    return "left out \(count) \(count == 1 ? "row" : "rows"): \(shown)\(more)"
  }
}
