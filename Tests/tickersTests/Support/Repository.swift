import Foundation

/// The folders of this project.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let fixtures = root.appending(path: "Fixtures")
  static let cases = root.appending(path: "Tests/tickersTests/Cases")
}
