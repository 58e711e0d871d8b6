import MarketCore

/// What the program ends with. The numbers are those of `sysexits.h` where it has one.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  /// That of a program whose last poll failed like this, or didn't.
  init(_ failure: MarketError?) {
    self = failure.map { .init(rawValue: $0.exitStatus) } ?? .success
  }

  init(rawValue: Int32) { self.rawValue = rawValue }

  static let success = ExitStatus(rawValue: 0)
  /// The polls ended before what was waited for.
  static let unmet = ExitStatus(rawValue: 1)
  /// The answer lacks what was asked for.
  static let data = ExitStatus(rawValue: 65)
  /// The command line is wrong.
  static let usage = ExitStatus(rawValue: 64)
  /// The program is wrong.
  static let bug = ExitStatus(rawValue: 70)
  /// The system withholds what the program needs.
  static let system = ExitStatus(rawValue: 71)
  /// The output can't be created.
  static let cannotCreate = ExitStatus(rawValue: 73)
  /// The output can't be written.
  static let output = ExitStatus(rawValue: 74)
}
