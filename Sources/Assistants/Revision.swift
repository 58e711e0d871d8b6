/// The revisions of the Model Context Protocol, oldest first.
package enum Revision: String, CaseIterable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"

  package static let newest = november2025

  /// Whether a message can be an array of messages.
  package var hasBatches: Bool { self == .march2025 }
  /// Whether definitions of tools have annotations, such as `readOnlyHint`.
  package var hasAnnotations: Bool { self != .november2024 }
  /// Whether results have structured JSON besides text, and definitions of tools have a schema of the JSON.
  package var hasStructure: Bool { self == .june2025 || self == .november2025 }
}
