final class AlertCommands: Sendable {
  init(_ command: String, in world: World, notice: @escaping @Sendable (String) -> Void) {}
  func run(_ firings: [(alert: String, variables: [String: String])]) {}
  func finish() async {}
}
