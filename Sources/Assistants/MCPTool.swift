package import MarketCore
package import Reports

/// A tool that a client of an ``MCPServer`` can call.
package struct MCPTool: Sendable {
  let name: String
  /// Returns the definition of the tool for the list of tools that a client receives.
  let definition: @Sendable (Revision) -> JSONText
  /// Calls the tool with arguments; returns the result.
  let call: @Sendable ([String: JSONValue], Revision) async -> JSONText

  package init(
    _ name: String, definition: @escaping @Sendable (Revision) -> JSONText,
    call: @escaping @Sendable ([String: JSONValue], Revision) async -> JSONText
  ) {
    (self.name, self.definition, self.call) = (name, definition, call)
  }
}
