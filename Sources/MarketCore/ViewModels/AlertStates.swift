import Foundation

/// What a later run needs of alerts: for which rows they are not armed, and when they fired.
package struct AlertStates: Hashable, Sendable {
  /// The state of an alert for a row. Without one, the alert is armed, and has not fired.
  package struct Entry: Hashable, Sendable, Codable {
    let alert: String
    let expression: String
    /// The exchange and the title of the row.
    let exchange: String?
    let symbol: String
    let armed: Bool
    /// The time of the last firing, if the alert has a pause.
    let fired: Date?
  }

  package var entries: [Entry] = []

  package init(entries: [Entry] = []) { self.entries = entries }
}

extension AlertStates: Codable {
  private enum Key: CodingKey { case version, alerts }
  private static let version = 1

  package init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: Key.self)
    guard try document.decode(Int.self, forKey: .version) == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: document, debugDescription: "unknown version")
    }
    entries = try document.decode([Entry].self, forKey: .alerts)
  }

  package func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: Key.self)
    try document.encode(Self.version, forKey: .version)
    try document.encode(entries, forKey: .alerts)
  }
}
