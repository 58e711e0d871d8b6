import Foundation
package import Testing

/// Skips tests of what not every system has.
extension Trait where Self == ConditionTrait {
  /// Skips the test where this file is missing, as `/proc` is on macOS.
  package static func needs(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: path), "there is no \(path)",
      sourceLocation: sourceLocation)
  }

  /// Skips the test on other systems than Linux.
  package static func linux(
    _ reason: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    #if os(Linux)
      return .enabled(if: true, sourceLocation: sourceLocation)
    #else
      return .disabled(reason, sourceLocation: sourceLocation)
    #endif
  }
}
