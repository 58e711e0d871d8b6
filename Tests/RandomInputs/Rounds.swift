import Foundation

private let factor =
  ProcessInfo.processInfo.environment["RANDOM_ROUNDS"].flatMap { Int($0) } ?? 1

/// The rounds of a random test: `count`, times the variable `RANDOM_ROUNDS`.
package func rounds(_ count: Int) -> Int { count * factor }
