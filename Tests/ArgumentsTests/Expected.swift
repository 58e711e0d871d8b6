import Foundation
import Testing

/// Compares a text with a file in `Expected`.
///
/// `UPDATE_CASES=1 swift test --filter ArgumentsTests` writes the texts into the files, to be
/// reviewed as a diff.
func expect(
  _ text: String, toBe file: String, at location: SourceLocation = #_sourceLocation
) throws {
  let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Expected/\(file)")
  if ProcessInfo.processInfo.environment["UPDATE_CASES"] == "1" {
    try Data(text.utf8).write(to: url)
  }
  #expect(text == (try String(contentsOf: url, encoding: .utf8)), sourceLocation: location)
}
