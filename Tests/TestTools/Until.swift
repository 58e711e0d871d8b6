package import Testing

/// Waits until something holds; returns whether it does. If it does not within about a minute, that
/// is an issue of the test, which tells what was waited for.
///
/// Pauses are counted, not the time: each ends when the test has its turn, so that the minute is a
/// longer one where other work takes the turns.
@discardableResult
package func until(
  _ what: @autoclosure () -> String = "this condition",
  sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ holds: () -> Bool
) async -> Bool {
  var pause = Duration.milliseconds(2)
  for _ in 0..<600 {
    if holds() { return true }
    guard (try? await Task.sleep(for: pause)) != nil else { break }
    // What takes long is on a machine that has other things to do.
    pause = min(pause * 2, .milliseconds(100))
  }
  if holds() { return true }
  Issue.record("waited a minute for \(what())", sourceLocation: sourceLocation)
  return false
}
