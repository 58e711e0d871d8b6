/// The message and the exit status of a program that crashed.
package struct CrashReport: Sendable {
  /// The line for stderr, with its end.
  let text: StaticString
  /// The same when it was Foundation's networking that crashed.
  let networkingText: StaticString
  let exitStatus: Int32

  package init(text: StaticString, networkingText: StaticString, exitStatus: Int32) {
    (self.text, self.networkingText) = (text, networkingText)
    self.exitStatus = exitStatus
  }
}
