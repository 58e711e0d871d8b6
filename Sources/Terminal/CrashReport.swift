/// How a program ends that has crashed.
package struct CrashReport: Sendable {
  /// What is written to stderr, with the end of the line.
  let text: StaticString
  /// The same when it was Foundation's networking that crashed.
  let networkingText: StaticString
  let exitStatus: Int32

  package init(text: StaticString, networkingText: StaticString, exitStatus: Int32) {
    (self.text, self.networkingText) = (text, networkingText)
    self.exitStatus = exitStatus
  }
}
