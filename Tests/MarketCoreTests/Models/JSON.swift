import Foundation

extension Decodable {
  /// What the library decodes from this text.
  init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}

extension Encodable {
  /// What the library encodes to, its fields in the order of their names.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
